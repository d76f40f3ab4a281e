/**
 * Sorted layers on top of each other: a snapshot of LMDB at the bottom, above
 * it what is in the journal alone, above that what is committed but not yet on
 * disk, above that what a transaction has written itself. The upper layer wins;
 * a tombstone hides what lies below.
 */
import { compareBytes } from "./bytes";
import { rangeOfTree } from "./memory";
import { OrderedTree } from "./orderedTree";
import type { Entry, Key, RangeOptions } from "./store";

/** `null` is a tombstone. */
export type Layer = OrderedTree<Key, Uint8Array | null>;

export function newLayer(): Layer {
  return new OrderedTree<Key, Uint8Array | null>(undefined, compareBytes);
}

/** Anything readable: a store's snapshot, or layers over one. */
export interface Readable {
  get(key: Key): Uint8Array | undefined;
  range(options: RangeOptions): Iterable<Entry>;
}

export function over(upper: Layer, lower: Readable): Readable {
  if (upper.size === 0) return lower;
  return {
    get(key) {
      const value = upper.get(key);
      return value === undefined ? lower.get(key) : (value ?? undefined);
    },
    range(options) {
      // Few ranges have anything new in them: all others shall not pay for it with every entry.
      return isEmptyIn(upper, options)
        ? lower.range(options)
        : merge(rangeOfTree(upper, options), lower.range(options), options);
    },
  };
}

function isEmptyIn(layer: Layer, { from, to }: RangeOptions): boolean {
  const first = from === undefined ? layer.minKey() : layer.getPairOrNextHigher(from)?.[0];
  return first === undefined || (to !== undefined && compareBytes(first, to) >= 0);
}

/** Walks both layers side by side; on equal keys the upper one's value counts. */
function* merge(
  upper: Iterable<[Key, Uint8Array | null]>,
  lower: Iterable<Entry>,
  { reverse = false }: RangeOptions,
): Generator<Entry> {
  const direction = reverse ? -1 : 1;
  const below = lower[Symbol.iterator]();
  let pending = below.next();
  try {
    for (const [key, value] of upper) {
      while (pending.done !== true && direction * compareBytes(pending.value.key, key) < 0) {
        yield pending.value;
        pending = below.next();
      }
      if (pending.done !== true && compareBytes(pending.value.key, key) === 0)
        pending = below.next();
      if (value !== null) yield { key, value };
    }
    while (pending.done !== true) {
      yield pending.value;
      pending = below.next();
    }
  } finally {
    below.return?.();
  }
}
