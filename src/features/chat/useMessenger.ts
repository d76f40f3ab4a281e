/** The part of the chat that works on every page: it confirms deliveries to the senders and counts unread messages. */
import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useSession } from "../../lib/useSession";

/** Only retailers and distributors talk. */
function useTraderId(): string | null {
  const session = useSession();
  return session.state === "signedIn" && session.me.role !== "admin" ? session.me._id : null;
}

function useDelivering(traderId: string | null) {
  const asked = useLiveQuery(api.chat.undelivered, traderId === null ? "skip" : {});
  const waiting = asked.value ?? null;
  const deliver = useMutation(api.chat.delivered);
  useEffect(() => {
    // A failure leaves the tick where it is; the next message or page moves it.
    if (waiting !== null) deliver({}).catch(() => undefined);
  }, [waiting, deliver]);
}

/** Returns how many messages the user has not read. */
export function useMessenger(): number {
  const traderId = useTraderId();
  const { value: unread } = useLiveQuery(api.chat.unreadCount, traderId === null ? "skip" : {});
  useDelivering(traderId);
  return unread ?? 0;
}
