/** Joins the kept results of the signed-in account to its client and the screens. */
import { connectionOf } from "../connection";
import type { MarketClient } from "../convexClient";
import { asOf, lastResults, takeEarlyResults } from "../useLastResult";
import { Keeper } from "./keeper";
import { Collection } from "../../accountStore/collection";

export const LIMITS = {
  /** Enough for the pages of one day, well below any browser's quota. */
  max: 60,
  bytesMax: 2_000_000,
  entryBytesMax: 300_000,
} as const;

/**
 * Stores the last results of one account's queries, by query key. They are never more than one account's, and of a session: another
 * account, and nobody, finds none.
 */
export const storedResults = new Collection<unknown>("results", {
  ...LIMITS,
  keptFor: "session",
  parse: (stored) => stored,
});

/** Returns the function that ends it. It ends with its client by itself. */
export function openLastResults(client: MarketClient): () => void {
  const { session } = client;
  if (session === null || client.isClosed) return () => undefined;
  const keeper = new Keeper(session, storedResults, connectionOf(client), {
    results: (results) => lastResults.set(results),
    asOf: (words) => asOf.set(words),
  });
  // What was seen before this code was there, on pages that may be left by now.
  for (const [queryKey, result] of takeEarlyResults(client)) keeper.use(queryKey, result)();
  const flush = () => keeper.flush();
  const flushIfHidden = () => {
    if (document.visibilityState === "hidden") flush();
  };
  window.addEventListener("pagehide", flush);
  // A phone may end a hidden page without another event.
  document.addEventListener("visibilitychange", flushIfHidden);
  const unsubscribe = client.subscribe(() => client.isClosed && keeper.stop());
  return () => {
    window.removeEventListener("pagehide", flush);
    document.removeEventListener("visibilitychange", flushIfHidden);
    unsubscribe();
    keeper.stop();
  };
}
