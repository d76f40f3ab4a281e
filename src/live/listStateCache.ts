/** Keeps the state of the latest lists in memory, by history entry and query key, for users who return with Back or Forward. */

const LISTS_MAX = 30;

const caches: ListStateCache<unknown>[] = [];

/** Clears every cache, because the next account must not see this account's lists. */
export function clearListStateCaches(): void {
  for (const cache of caches) cache.clear();
}

export class ListStateCache<Value> {
  readonly #values = new Map<string, Value>();

  constructor() {
    caches.push(this);
  }

  clear(): void {
    this.#values.clear();
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Stores the newest entry and evicts the oldest one. */
  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > LISTS_MAX && oldest !== undefined) this.#values.delete(oldest);
  }
}
