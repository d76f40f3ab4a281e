/** Counts the unread notifications, and reads those that lead to the open page. */
import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useTabVisible } from "../../device/useTabVisible";
import * as links from "../../../domain/links";
import { normalEmail, withoutTrailing } from "../../../domain/text";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useSession } from "../../live/useSession";

/** Returns the number of unread notifications, at most 100, which stands for more; undefined until it has been received. */
export function useUnreadNotifications(): number | undefined {
  const session = useSession();
  const hasBell = session.state === "signedIn" && session.me.role !== "admin";
  // The bell works without its figure, so errors are ignored.
  return useLiveQuery(api.notifications.unread, hasBell ? {} : "skip").value;
}

/** Turns an address of the app into the path by which notifications name it. The open conversation and one order stand in the query; every other page's notifications name its path alone. */
export function readablePath(pathname: string, search: string): string {
  const path = pathname.length > 1 ? withoutTrailing(pathname, "/") : pathname;
  const query = new URLSearchParams(search);
  const orderId = query.get(links.ORDER_PARAM);
  if (orderId !== null) return `${path}?${links.ORDER_PARAM}=${encodeURIComponent(orderId)}`;
  if (path !== links.CHAT) return path;
  const partner = query.get("with");
  if (partner === null) return path;
  return links.chatWith(normalEmail(partner) ?? partner);
}

/** Reads them while the tab is visible and connected: once per opened page, and again when the figure has risen while the page is open. */
export function useReadPath(unread: number): void {
  const { pathname, search } = useLocation();
  const path = readablePath(pathname, search);
  const isSeen = useTabVisible();
  const { canSend } = useConnectionStatus();
  const read = useMutation(api.notifications.readPath);
  const last = useRef<{ path: string | null; unread: number }>({ path: null, unread: 0 });
  useEffect(() => {
    if (!isSeen || !canSend) {
      last.current = { path: null, unread: 0 };
      return;
    }
    const isAsked = last.current.path === path && last.current.unread >= unread;
    last.current = { path, unread };
    // A failure leaves them unread; the next visit or notification asks again.
    if (unread > 0 && !isAsked) read({ path }).catch(() => undefined);
  }, [path, unread, isSeen, canSend, read]);
}
