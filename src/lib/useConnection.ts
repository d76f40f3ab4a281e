/** Whether the page is live. Offline at once on the browser's word, and after 2 s without a socket, so that a hiccup alarms nobody. */
import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

export const PATIENCE_MS = 2_000;

export type Connection = "live" | "reconnecting" | "offline";

export type ConnectionFacts = {
  browserOnline: boolean;
  socketOpen: boolean;
  /** The socket has been away for PATIENCE_MS. */
  patienceOver: boolean;
};

export function connectionOf({
  browserOnline,
  socketOpen,
  patienceOver,
}: ConnectionFacts): Connection {
  if (!browserOnline) return "offline";
  if (socketOpen) return "live";
  return patienceOver ? "offline" : "reconnecting";
}

function subscribeToBrowser(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

export function useConnection(): Connection {
  const browserOnline = useSyncExternalStore(
    subscribeToBrowser,
    () => navigator.onLine,
    () => true,
  );
  const { isWebSocketConnected: socketOpen } = useConvexConnectionState();
  const [patienceOver, setPatienceOver] = useState(false);
  useEffect(() => {
    if (socketOpen) return;
    const timer = window.setTimeout(() => setPatienceOver(true), PATIENCE_MS);
    return () => {
      window.clearTimeout(timer);
      setPatienceOver(false);
    };
  }, [socketOpen]);
  return connectionOf({ browserOnline, socketOpen, patienceOver });
}
