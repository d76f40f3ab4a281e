/** The part of the chat that works on every page: confirming deliveries to the senders, and counting unread messages. */
import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useSession } from "../../live/useSession";

/** Only retailers and distributors talk. */
function useTraderId(): string | null {
  const session = useSession();
  return session.state === "signedIn" && session.me.role !== "admin" ? session.me._id : null;
}

export function useDelivering(): void {
  const traderId = useTraderId();
  const args = traderId === null ? "skip" : {};
  const { value: waiting = null } = useLiveQuery(api.chat.undelivered, args);
  const deliver = useMutation(api.chat.delivered);
  useEffect(() => {
    // A failure leaves the tick where it is; the next message or page moves it.
    if (waiting !== null) deliver({}).catch(() => undefined);
  }, [waiting, deliver]);
}

/** Returns how many messages the user has not read. */
export function useUnread(): number {
  const traderId = useTraderId();
  const { value: unread } = useLiveQuery(api.chat.unreadCount, traderId === null ? "skip" : {});
  return unread ?? 0;
}
