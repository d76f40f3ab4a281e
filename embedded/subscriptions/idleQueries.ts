/**
 * Results that nobody watches or waits for, kept for the next caller within a budget of memory. The least recently used leave
 * first. Results that were not reused yet have a budget of their own, so that a flood of different calls does not displace
 * those that many share. It is as large as the other: a client that runs a hundred different queries in turn finds the first one kept.
 */

const MIB = 2 ** 20;
/** Each as much as a hundred pages of lists, with what they read. */
const AGAIN_BYTES_MAX = 8 * MIB;
const ONCE_BYTES_MAX = 8 * MIB;
/** A larger result would take the place of too many others. */
const BYTES_MAX = 2 * MIB;

interface Idle {
  readonly bytesAlone: number;
  /** True when it was an answer to more than one call. */
  readonly isReused: boolean;
}

/** The queries in the order of their last use, with the bytes that each was counted for. */
class LeastRecent<Query extends Idle> {
  readonly queries = new Map<Query, number>();
  readonly #mostBytes: number;
  bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  add(query: Query, bytes: number): void {
    this.queries.set(query, bytes);
    this.bytes += bytes;
  }

  delete(query: Query): boolean {
    this.bytes -= this.queries.get(query) ?? 0;
    return this.queries.delete(query);
  }

  evict(): Query | undefined {
    if (this.bytes <= this.#mostBytes) return undefined;
    const [oldest] = this.queries.keys();
    if (oldest !== undefined) this.delete(oldest);
    return oldest;
  }
}

export class IdleQueries<Query extends Idle> {
  readonly #once = new LeastRecent<Query>(ONCE_BYTES_MAX);
  readonly #again = new LeastRecent<Query>(AGAIN_BYTES_MAX);

  get bytes(): number {
    return this.#once.bytes + this.#again.bytes;
  }

  has(query: Query): boolean {
    return this.#once.queries.has(query) || this.#again.queries.has(query);
  }

  /** Returns false when it takes too much memory to be kept. */
  add(query: Query): boolean {
    const bytes = query.bytesAlone;
    if (bytes > BYTES_MAX) return false;
    (query.isReused ? this.#again : this.#once).add(query, bytes);
    return true;
  }

  /** Returns false when it was not here. */
  delete(query: Query): boolean {
    return this.#once.delete(query) || this.#again.delete(query);
  }

  /** Takes out and returns the least recently used, as long as there is too much. */
  evict(): Query | undefined {
    return this.#once.evict() ?? this.#again.evict();
  }

  /** Takes out and returns all. */
  clear(): Query[] {
    const all = [...this.#once.queries.keys(), ...this.#again.queries.keys()];
    for (const query of all) this.delete(query);
    return all;
  }
}
