/** Keeps this browser's pushes on for the account that turned them on, and opens what a clicked notification leads to. */
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { keepPush } from "../live/push";
import { useMarketClient } from "../live/useMarketClient";
import { isOpenPath, isSubscriptionChanged } from "../worker/pushMessages";

export function usePushes(): void {
  const client = useMarketClient();
  const navigate = useNavigate();
  useEffect(() => {
    // Without a connection it waits; a refusal is shown where pushes are turned on.
    const keep = () => void keepPush(client).catch(() => undefined);
    keep();
    if (!("serviceWorker" in navigator)) return;
    const { serviceWorker } = navigator;
    const hear = ({ data, ports }: MessageEvent<unknown>) => {
      if (isSubscriptionChanged(data)) keep();
      if (!isOpenPath(data)) return;
      ports[0]?.postMessage("opened");
      void navigate(data.path);
    };
    serviceWorker.addEventListener("message", hear);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener("message", hear);
  }, [client, navigate]);
}
