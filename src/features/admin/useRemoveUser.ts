/** Closes a user's account after a confirmation. */
import { useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { TradeRole } from "../../../domain/roles";
import { refusalOf, UserFacingError } from "../../live/convexError";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useServerAction } from "../../forms/useServerAction";
import type { UserRow } from "./rows";
import { t } from "../../../domain/language/texts";

export type RemoveUser = {
  /** The user whom the dialog asks about, or null while it is closed. */
  readonly user: UserRow | null;
  /** Keeps its identity between renders. */
  readonly ask: (user: UserRow) => void;
  readonly dismiss: () => void;
  readonly confirm: () => void;
  readonly isBusy: boolean;
  /** The text of the last failure, or null. */
  readonly error: string | null;
};

export function useRemoveUser(role: TradeRole): RemoveUser {
  const send = useMutation(
    role === "retailer" ? api.admin.deleteRetailer : api.admin.removeDistributor,
  );
  const isOffline = useConnectionStatus().status === "offline";
  const [user, setUser] = useState<UserRow | null>(null);
  const words = REMOVAL_WORDS[role];
  const { run, isBusy, error, clearError } = useServerAction(
    async ({ _id: userId }: UserRow) => {
      // A call without a connection is sent later, when the admin may no longer be looking.
      if (isOffline) throw new UserFacingError(OFFLINE);
      return send({ userId });
    },
    {
      failure: (failure) => {
        if (failure instanceof UserFacingError) return failure.message;
        return refusalOf(failure) === null ? words.broken : words.refused;
      },
      success: words.done,
      onSuccess: () => setUser(null),
    },
  );

  return {
    user,
    ask: useCallback(
      (next: UserRow) => {
        clearError();
        setUser(next);
      },
      [clearError],
    ),
    dismiss: () => {
      // A call that was sent can't be taken back.
      if (!isBusy) setUser(null);
    },
    confirm: () => {
      if (user !== null && !isBusy) void run(user);
    },
    isBusy,
    error,
  };
}

const OFFLINE = t("You are offline. Nothing was changed; try again when you are back.");

/** The texts of the dialog that closes an account (spec §5, §8). */
export const REMOVAL_WORDS = {
  retailer: {
    question: t("Are you sure you want to delete this retailer?"),
    confirm: t("Delete retailer"),
    consequence: t("Their pending orders are cancelled, with the stock returned."),
    done: t("Retailer deleted successfully."),
    /** The server refused. */
    refused: t("Failed to delete the retailer."),
    /** The call failed without a refusal. */
    broken: t("An error occurred while trying to delete the retailer."),
  },
  distributor: {
    question: t("Are you sure you want to remove this distributor?"),
    confirm: t("Remove distributor"),
    consequence: t(
      "Their products leave the market, and orders that wait for their answer are rejected.",
    ),
    done: t("Distributor removed successfully."),
    refused: t("Failed to remove the distributor."),
    broken: t("An error occurred while trying to remove the distributor."),
  },
} as const satisfies Record<TradeRole, Record<string, string>>;
