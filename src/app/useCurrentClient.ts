/** Returns the client of the current session. When the session changes it creates another client, with which the app restarts. */
import { useEffect, useState } from "react";
import { connect, type MarketClient } from "../live/convexClient";
import { clearListStateCaches } from "../live/listStateCache";
import { warnWhileUnsent } from "./leaveWarning";

type Current = { readonly client: MarketClient; readonly generation: number };

/** A tab that sleeps or lies in the back/forward cache gets no storage events, so it checks when it wakes. */
const WAKE_EVENTS = ["focus", "online", "pageshow", "visibilitychange", "resume"] as const;

function watchSession({ client }: Current): () => void {
  const check = () => client.checkSession();
  const stopWarning = warnWhileUnsent(client);
  window.addEventListener("storage", check);
  for (const name of WAKE_EVENTS) {
    window.addEventListener(name, check);
    document.addEventListener(name, check);
  }
  return () => {
    stopWarning();
    window.removeEventListener("storage", check);
    for (const name of WAKE_EVENTS) {
      window.removeEventListener(name, check);
      document.removeEventListener(name, check);
    }
  };
}

export function useCurrentClient(): Current {
  const [current, setCurrent] = useState<Current>(() => ({ client: connect(), generation: 0 }));
  useEffect(() => {
    const stopWatching = watchSession(current);
    const restart = () => {
      if (!current.client.isClosed) return;
      clearListStateCaches();
      setCurrent({ client: connect(), generation: current.generation + 1 });
    };
    const unsubscribe = current.client.subscribe(restart);
    // The client may have closed before this effect ran.
    restart();
    return () => {
      stopWatching();
      unsubscribe();
    };
  }, [current]);
  return current;
}
