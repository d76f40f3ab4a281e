/**
 * Shows the last results of this account's queries while there is no connection. The code that keeps them (lastResults/) comes
 * after the first screen; until then, and for visitors, nothing is kept and nothing shown.
 */
import { useEffect, useSyncExternalStore } from "react";
import type { MarketClient } from "./convexClient";
import { useMarketClient } from "./useMarketClient";

export type LastResults = {
  /** The results to show by query; empty while the connection is up. */
  readonly shown: ReadonlyMap<string, unknown>;
  /** True while there is no connection and `shown` has all that is kept: what is not there will not come. */
  readonly areRead: boolean;
  /** Notes that a screen uses a query: its newest result, or undefined while it may show the last one. Returns the end of it. */
  readonly use: (queryKey: string, fresh: unknown) => () => void;
};

class Shared<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}

export const lastResults = new Shared<LastResults | null>(null);
/** The time of what is shown, in words; null while it is live. */
export const asOf = new Shared<string | null>(null);
/** The number of places on the screen that have nothing to show. */
const missing = new Shared(0);

/** Returns null, too, while something on the screen is missing: the time would be of the frame around it. */
export function useAsOf(): string | null {
  const isMissing = useSyncExternalStore(missing.subscribe, missing.get, missing.get) > 0;
  const time = useSyncExternalStore(asOf.subscribe, asOf.get, asOf.get);
  return isMissing ? null : time;
}

/** Notes a place that says that it has nothing to show, while it is on the screen. */
export function useNoteMissing(): void {
  useEffect(() => {
    missing.set(missing.get() + 1);
    return () => missing.set(missing.get() - 1);
  }, []);
}

/** Returns true while what has no result now has none either among those that are kept. */
export function useAreKeptRead(): boolean {
  const areRead = () => lastResults.get()?.areRead === true;
  return useSyncExternalStore(lastResults.subscribe, areRead, areRead);
}

/** As many as are kept. */
const EARLY_MAX = 60;
/** Results of signed-in clients before the code that keeps them was there. */
const early = new WeakMap<MarketClient, Map<string, unknown>>();

function noteEarly(client: MarketClient, queryKey: string, fresh: unknown): void {
  if (client.session === null) return;
  const results = early.get(client) ?? new Map<string, unknown>();
  early.set(client, results);
  if (results.size < EARLY_MAX) results.set(queryKey, fresh);
}

export function takeEarlyResults(client: MarketClient): ReadonlyMap<string, unknown> {
  const results = early.get(client) ?? new Map<string, unknown>();
  early.delete(client);
  return results;
}

export type LiveQueryOptions = {
  /** Stores the last result on this device, and shows it while there is no connection. All readers of one query say the same. */
  readonly isKeptOffline?: boolean;
};

/** Returns the fresh result; without a connection, also the last one of a query that is kept. */
export function useLastResult<Value>(
  queryKey: string,
  fresh: Value | undefined,
  { isKeptOffline = false }: LiveQueryOptions,
): Value | undefined {
  const last = useSyncExternalStore(lastResults.subscribe, lastResults.get, lastResults.get);
  const client = useMarketClient();
  useEffect(() => {
    if (!isKeptOffline) return undefined;
    if (last !== null) return last.use(queryKey, fresh);
    if (fresh !== undefined) noteEarly(client, queryKey, fresh);
    return undefined;
  }, [client, last, queryKey, fresh, isKeptOffline]);
  if (!isKeptOffline) return fresh;
  return fresh ?? (last?.shown.get(queryKey) as Value | undefined);
}
