/**
 * Reports the state of the connection. Screens show offline at once on the browser's event, and after 2 s without a socket, so that
 * a short interruption alarms nobody.
 */
import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

export const OFFLINE_AFTER_MS = 2_000;

export type ConnectionStatus = "live" | "reconnecting" | "offline";

export type ConnectionInputs = {
  browserOnline: boolean;
  socketOpen: boolean;
  /** The socket has been closed for OFFLINE_AFTER_MS. */
  isTimedOut: boolean;
};

export function connectionStatusOf({
  browserOnline,
  socketOpen,
  isTimedOut,
}: ConnectionInputs): ConnectionStatus {
  if (!browserOnline) return "offline";
  if (socketOpen) return "live";
  return isTimedOut ? "offline" : "reconnecting";
}

function subscribeToBrowser(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** Returns true once the socket has been closed for OFFLINE_AFTER_MS. */
function useTimedOut(socketOpen: boolean): boolean {
  const [isTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    if (socketOpen) return;
    const timer = window.setTimeout(() => setTimedOut(true), OFFLINE_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      setTimedOut(false);
    };
  }, [socketOpen]);
  return isTimedOut;
}

/** Returns true between the browser's `offline` and `online` events. */
function useWentOffline(): boolean {
  const [wentOffline, setWentOffline] = useState(false);
  useEffect(() => {
    const goOffline = () => setWentOffline(true);
    const goOnline = () => setWentOffline(false);
    window.addEventListener("offline", goOffline);
    window.addEventListener("online", goOnline);
    return () => {
      window.removeEventListener("offline", goOffline);
      window.removeEventListener("online", goOnline);
    };
  }, []);
  return wentOffline;
}

export type ConnectionState = {
  readonly status: ConnectionStatus;
  /**
   * True when a message sent now leaves now. It follows the socket and the browser's `offline` event, which comes before the socket
   * closes. It ignores `navigator.onLine`, which is false on a shop's own machine without internet.
   */
  readonly canSend: boolean;
};

export function useConnectionStatus(): ConnectionState {
  const browserOnline = useSyncExternalStore(
    subscribeToBrowser,
    () => navigator.onLine,
    () => true,
  );
  const { isWebSocketConnected: socketOpen } = useConvexConnectionState();
  const isTimedOut = useTimedOut(socketOpen);
  const wentOffline = useWentOffline();
  return {
    status: connectionStatusOf({ browserOnline, socketOpen, isTimedOut }),
    canSend: socketOpen && !wentOffline,
  };
}
