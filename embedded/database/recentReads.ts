/**
 * Caches values read from the disk: nearly every function reads the same users and products. A value is valid for snapshots
 * no older than the timestamp from which it is known. The writes of every flush replace the cached values of their keys, so
 * nothing here is older than the newest snapshot either.
 */
import type { Timestamp } from "../contracts";
import { asLatin1 } from "../store/bytes";
import type { StoreSnapshot, Write } from "../store/store";
import type { Readable } from "../store/layers";

/** The most bytes of kept values; what is made of them takes a few times as much. */
const BYTES_MAX = 8 * 2 ** 20;
/** Larger ones would push many others out. */
const VALUE_BYTES_MAX = 64 * 2 ** 10;

interface CachedValue {
  readonly value: Uint8Array;
  readonly since: Timestamp;
}

export class RecentReads {
  #newest: Timestamp;
  /** Two generations: what is asked for again moves to the young one, and the old one goes as a whole. */
  #young = new Map<string, CachedValue>();
  #old = new Map<string, CachedValue>();
  #youngBytes = 0;

  /** @param newest the moment of the store's newest snapshot. */
  constructor(newest: Timestamp) {
    this.#newest = newest;
  }

  /** The store's snapshot of a moment, with what is kept in front of it. */
  before(snapshot: StoreSnapshot, ts: Timestamp): Readable {
    return {
      get: (key) => this.#get(key, snapshot, ts),
      range: (options) => snapshot.range(options),
    };
  }

  /** Notes what a flush brought to the disk. Call it before anybody reads the snapshot behind it. */
  flushed(writes: Iterable<Write>, ts: Timestamp): void {
    this.#newest = ts;
    for (const { key, value } of writes) {
      const name = asLatin1(key);
      const isKept = this.#young.delete(name) || this.#old.has(name);
      this.#old.delete(name);
      if (isKept && value !== undefined) this.#cache(name, { value, since: ts });
    }
  }

  #get(key: Uint8Array, snapshot: StoreSnapshot, ts: Timestamp): Uint8Array | undefined {
    const name = asLatin1(key);
    const young = this.#young.get(name);
    const cached = young ?? this.#old.get(name);
    if (cached !== undefined && cached.since <= ts) {
      if (young === undefined) this.#cache(name, cached);
      return cached.value;
    }
    const value = snapshot.get(key);
    // An older snapshot says nothing of now.
    if (value !== undefined && ts === this.#newest) this.#cache(name, { value, since: ts });
    return value;
  }

  #cache(name: string, cached: CachedValue): void {
    if (cached.value.length > VALUE_BYTES_MAX) return;
    this.#young.set(name, cached);
    this.#youngBytes += name.length + cached.value.length;
    if (this.#youngBytes <= BYTES_MAX / 2) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngBytes = 0;
  }
}
