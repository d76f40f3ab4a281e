/** Results that nobody watches or waits for, kept for the next caller within a budget of memory. The least recently used leave first. */

/** For all of them; as much as a few hundred pages of lists. */
const MOST_BYTES = 16 * 2 ** 20;
/** A larger result would take the place of too many others. */
const LARGEST_BYTES = MOST_BYTES / 8;

export class IdleQueries<Query extends { readonly bytesAlone: number }> {
  /** In the order of their last use, with the bytes that each was counted for. */
  readonly #queries = new Map<Query, number>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#queries.size;
  }

  /** Returns false when it takes too much memory to be kept. */
  add(query: Query): boolean {
    const bytes = query.bytesAlone;
    if (bytes > LARGEST_BYTES) return false;
    this.#queries.set(query, bytes);
    this.#bytes += bytes;
    return true;
  }

  has(query: Query): boolean {
    return this.#queries.has(query);
  }

  /** Counts as a use of the query, if it is here. */
  touch(query: Query): void {
    const bytes = this.#queries.get(query);
    if (bytes === undefined) return;
    this.#queries.delete(query);
    this.#queries.set(query, bytes);
  }

  /** Returns false when it was not here. */
  delete(query: Query): boolean {
    this.#bytes -= this.#queries.get(query) ?? 0;
    return this.#queries.delete(query);
  }

  /** Takes out and returns the least recently used, as long as all of them take too much. */
  evict(): Query | undefined {
    if (this.#bytes <= MOST_BYTES) return undefined;
    const [oldest] = this.#queries.keys();
    if (oldest !== undefined) this.delete(oldest);
    return oldest;
  }

  /** Takes out and returns all. */
  clear(): Query[] {
    const all = [...this.#queries.keys()];
    this.#queries.clear();
    this.#bytes = 0;
    return all;
  }
}
