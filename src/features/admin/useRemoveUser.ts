/** Closes a user's account after a confirmation. */
import { useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { TradeRole } from "../../../domain/roles";
import { refusalOf, UserFacingError } from "../../live/convexError";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useServerAction } from "../../forms/useServerAction";
import { REMOVAL_WORDS } from "./removalWords";
import type { UserRow } from "./rows";

export type RemoveUser = {
  /** The user whom the dialog asks about, or null while it is closed. */
  readonly asked: UserRow | null;
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
  const [asked, setAsked] = useState<UserRow | null>(null);
  const words = REMOVAL_WORDS[role];
  const { run, isBusy, error, clearError } = useServerAction(
    async (user: UserRow) => {
      // A call without a connection is sent later, when the admin may no longer be looking.
      if (isOffline) throw new UserFacingError(OFFLINE);
      return send({ userId: user._id });
    },
    {
      failure: (failure) => {
        if (failure instanceof UserFacingError) return failure.message;
        return refusalOf(failure) === null ? words.broken : words.refused;
      },
      success: words.done,
      onSuccess: () => setAsked(null),
    },
  );

  return {
    asked,
    ask: useCallback(
      (user: UserRow) => {
        clearError();
        setAsked(user);
      },
      [clearError],
    ),
    dismiss: () => {
      // A call that was sent can't be taken back.
      if (!isBusy) setAsked(null);
    },
    confirm: () => {
      if (asked !== null && !isBusy) void run(asked);
    },
    isBusy,
    error,
  };
}

const OFFLINE = "You are offline. Nothing was changed; try again when you are back.";
