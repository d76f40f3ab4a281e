/** Reads the notifications that lead to the open page, while the tab is visible and connected. */
import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useTabVisible } from "../../device/useTabVisible";
import { readablePath } from "./readablePath";

/** Asks once per opened page, and again when the figure has risen while the page is open. */
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
