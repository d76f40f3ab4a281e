/** Notes which picture could not be loaded. Without a connection none can be: when it is back, the picture gets another chance. */
import { useEffect, useState } from "react";
import { connectionOf } from "./connection";
import { useMarketClient } from "./useMarketClient";

/** Returns the address that failed, or null, and a function that notes one. */
export function useFailedPicture(): [failed: string | null, note: (url: string) => void] {
  const client = useMarketClient();
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (failed === null) return;
    const connection = connectionOf(client);
    return connection.subscribe(() => {
      if (connection.state().canSend) setFailed(null);
    });
  }, [client, failed]);
  return [failed, setFailed];
}
