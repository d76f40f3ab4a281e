/** Returns the number of unread notifications, at most 100, which stands for more; undefined until it has been received. */
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useSession } from "../../live/useSession";

export function useUnreadNotifications(): number | undefined {
  const session = useSession();
  const hasBell = session.state === "signedIn" && session.me.role !== "admin";
  // The bell works without its figure, so errors are ignored.
  return useLiveQuery(api.notifications.unread, hasBell ? {} : "skip").value;
}
