/** Gives access to the client of the current session and to its account id. */
import { useConvex } from "convex/react";
import { useSyncExternalStore } from "react";
import { invariant } from "../../domain/invariant";
import { MarketClient } from "./convexClient";

export function useMarketClient(): MarketClient {
  const client = useConvex();
  invariant(client instanceof MarketClient, "The provider's client is not a MarketClient.");
  return client;
}

/** Returns the account id before the server has confirmed it; null for a visitor. */
export function useAccountId(): string | null {
  const client = useMarketClient();
  const accountId = () => client.accountId;
  return useSyncExternalStore(client.subscribe, accountId, accountId);
}
