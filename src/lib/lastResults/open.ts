/** Joins the kept results of the signed-in account to its client and the screens. */
import { connectionOf } from "../connection";
import type { MarketClient } from "../convexClient";
import { asOf, lastResults } from "../useLastResult";
import { Keeper } from "./keeper";
import { LastResultStore } from "./store";

/** Returns the function that ends it. It ends with its client by itself. */
export function openLastResults(client: MarketClient): () => void {
  const { session } = client;
  if (session === null || client.isClosed) return () => undefined;
  const keeper = new Keeper(new LastResultStore(session), connectionOf(client), {
    results: (results) => lastResults.set(results),
    asOf: (words) => asOf.set(words),
  });
  const flush = () => keeper.flush();
  window.addEventListener("pagehide", flush);
  const unsubscribe = client.subscribe(() => client.isClosed && keeper.stop());
  return () => {
    window.removeEventListener("pagehide", flush);
    unsubscribe();
    keeper.stop();
  };
}
