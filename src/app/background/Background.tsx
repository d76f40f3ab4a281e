/** The work that begins once the page has settled: the way back after an outage, the service worker and its new versions. */
import { useEffect, useState } from "react";
import { accountStore } from "../../accountStore/accountStore";
import { connectionOf } from "../../live/connection";
import { watchForReturn } from "../../live/returnWatch";
import { closeNotifications } from "../../device/shownNotifications";
import { useAccountId, useMarketClient } from "../../live/useMarketClient";
import { UpdateBar } from "./UpdateBar";
import { workerUpdates } from "./updates";

export function Background() {
  const client = useMarketClient();
  const isVisitor = useAccountId() === null;
  // Vite's development server has no build to serve.
  const [updates] = useState(() => (import.meta.env.PROD ? workerUpdates() : null));
  useEffect(() => watchForReturn(client), [client]);
  useEffect(() => updates?.watch(connectionOf(client)), [updates, client]);
  useEffect(() => {
    // A session may end without a sign-out, as by clearing its tokens.
    if (!isVisitor) return;
    void accountStore.discard(null);
    void closeNotifications();
  }, [isVisitor]);
  return updates === null ? null : <UpdateBar updates={updates} />;
}
