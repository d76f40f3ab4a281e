/**
 * Whether what is sent now goes out now. The socket decides, and the browser's `offline` event, which comes before the socket
 * notices. Not `navigator.onLine`: that is false on a shop's own machine without internet, where the market runs all the same.
 */
import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";

export function useReachable(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  const [cutOff, setCutOff] = useState(false);
  useEffect(() => {
    const wentOffline = () => setCutOff(true);
    const cameBack = () => setCutOff(false);
    window.addEventListener("offline", wentOffline);
    window.addEventListener("online", cameBack);
    return () => {
      window.removeEventListener("offline", wentOffline);
      window.removeEventListener("online", cameBack);
    };
  }, []);
  return isWebSocketConnected && !cutOff;
}
