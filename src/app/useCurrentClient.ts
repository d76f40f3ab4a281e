/** The client of whoever is signed in in this browser; another one, for an app that begins anew, as soon as that is somebody else. */
import { useEffect, useState } from "react";
import { connect, type MarketClient } from "../lib/convexClient";
import { clearListStateCaches } from "../lib/listStateCache";

type Current = { readonly client: MarketClient; readonly generation: number };

/** A tab that sleeps, or lies in the back/forward cache, hears of no change in the storage: it looks when it wakes. */
const WAKING = ["focus", "online", "pageshow", "visibilitychange", "resume"] as const;

function watchSession({ client }: Current): () => void {
  const check = () => client.checkSession();
  const warn = (event: BeforeUnloadEvent) => {
    if (client.hasUnsentCommands) event.preventDefault();
  };
  window.addEventListener("storage", check);
  window.addEventListener("beforeunload", warn);
  for (const name of WAKING) {
    window.addEventListener(name, check);
    document.addEventListener(name, check);
  }
  return () => {
    window.removeEventListener("storage", check);
    window.removeEventListener("beforeunload", warn);
    for (const name of WAKING) {
      window.removeEventListener(name, check);
      document.removeEventListener(name, check);
    }
  };
}

export function useCurrentClient(): Current {
  const [current, setCurrent] = useState<Current>(() => ({ client: connect(), generation: 0 }));
  useEffect(() => {
    const stopWatching = watchSession(current);
    const beginAnew = () => {
      if (!current.client.isClosed) return;
      clearListStateCaches();
      setCurrent({ client: connect(), generation: current.generation + 1 });
    };
    const unsubscribe = current.client.subscribe(beginAnew);
    // It may have ended before this effect ran.
    beginAnew();
    return () => {
      stopWatching();
      unsubscribe();
    };
  }, [current]);
  return current;
}
