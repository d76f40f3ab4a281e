/** Returns the state of the page's connection to the server. */
import { useCallback, useSyncExternalStore } from "react";
import { connectionOf, type ConnectionState } from "./connection";
import { useMarketClient } from "./useMarketClient";

const PRERENDERED: ConnectionState = { status: "reconnecting", canSend: false };

export function useConnectionStatus(): ConnectionState {
  const client = useMarketClient();
  const subscribe = useCallback(
    (listener: () => void) => connectionOf(client).subscribe(listener),
    [client],
  );
  const state = () => connectionOf(client).state();
  return useSyncExternalStore(subscribe, state, () => PRERENDERED);
}
