/**
 * Shows the last results of this account's queries while there is no connection. The code that keeps them (lastResults/) comes
 * after the first screen; until then, and for visitors, nothing is kept and nothing shown.
 */
import { useEffect, useSyncExternalStore } from "react";

export type LastResults = {
  /** The results to show by query; empty while the connection is up. */
  readonly shown: ReadonlyMap<string, unknown>;
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

export function useAsOf(): string | null {
  return useSyncExternalStore(asOf.subscribe, asOf.get, asOf.get);
}

/** Returns the fresh result, else the last one while there is no connection. */
export function useLastResult<Value>(
  queryKey: string,
  fresh: Value | undefined,
): Value | undefined {
  const last = useSyncExternalStore(lastResults.subscribe, lastResults.get, lastResults.get);
  useEffect(() => last?.use(queryKey, fresh), [last, queryKey, fresh]);
  return fresh ?? (last?.shown.get(queryKey) as Value | undefined);
}
