/** Closing somebody's account: asked, on its way, failed, done. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { TradeRole } from "../../../domain/roles";
import { refusalOf } from "../../lib/convexError";
import { useConnectionStatus } from "../../lib/useConnectionStatus";
import { useToast } from "../../ui/Toast";
import { REMOVAL_WORDS } from "./removalWords";
import type { UserRow } from "./rows";

export type RemoveUser = {
  /** Whom the dialog asks about, or null while it is closed. */
  readonly asked: UserRow | null;
  readonly ask: (user: UserRow) => void;
  readonly dismiss: () => void;
  readonly confirm: () => void;
  readonly isBusy: boolean;
  /** Why it did not work, or null. */
  readonly error: string | null;
};

export function useRemoveUser(role: TradeRole): RemoveUser {
  const send = useMutation(
    role === "retailer" ? api.admin.deleteRetailer : api.admin.removeDistributor,
  );
  const toast = useToast();
  const isOffline = useConnectionStatus().status === "offline";
  const [asked, setAsked] = useState<UserRow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const words = REMOVAL_WORDS[role];

  async function remove(user: UserRow) {
    setBusy(true);
    setError(null);
    try {
      const { message } = await send({ userId: user._id });
      setAsked(null);
      toast({ kind: "success", message });
    } catch (failure) {
      setError(refusalOf(failure) === null ? words.broken : words.refused);
    } finally {
      setBusy(false);
    }
  }

  return {
    asked,
    ask: (user) => {
      setError(null);
      setAsked(user);
    },
    dismiss: () => {
      // What is on its way can't be taken back.
      if (!isBusy) setAsked(null);
    },
    confirm: () => {
      if (asked === null || isBusy) return;
      // Nobody wants an account closed later, when nobody is looking.
      if (isOffline) setError("You are offline. Nothing was changed; try again when you are back.");
      else void remove(asked);
    },
    isBusy,
    error,
  };
}
