/** The client of the present sign-in, and the account that it speaks for. */
import { useConvex } from "convex/react";
import { useSyncExternalStore } from "react";
import { MarketClient } from "./convexClient";

export function useMarketClient(): MarketClient {
  const client = useConvex();
  if (!(client instanceof MarketClient)) throw new Error("The app runs on a MarketClient.");
  return client;
}

/** Null for a visitor. Known before the server has confirmed it. */
export function useAccountId(): string | null {
  const client = useMarketClient();
  const accountId = () => client.accountId;
  return useSyncExternalStore(client.subscribe, accountId, accountId);
}
