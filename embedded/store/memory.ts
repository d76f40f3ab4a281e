/** A store that forgets everything when the process ends: for backends without a folder, and to check the disk's against. */
import { compareBytes } from "./bytes";
import type { Entry, Key, RangeOptions, Store, StoreSnapshot, Write } from "./store";
import { OrderedTree } from "./orderedTree";

type Tree = OrderedTree<Key, Uint8Array>;

/** Entries of a tree in order, as {@link StoreSnapshot.range} gives them. */
export function* rangeOfTree<V>(
  tree: OrderedTree<Key, V>,
  { from, to, reverse = false }: RangeOptions,
): Generator<[Key, V]> {
  if (!reverse) {
    for (const pair of tree.entries(from)) {
      if (to !== undefined && compareBytes(pair[0], to) >= 0) return;
      yield pair;
    }
    return;
  }
  for (const pair of to === undefined
    ? tree.entriesReversed()
    : tree.entriesReversed(to, undefined, true)) {
    if (from !== undefined && compareBytes(pair[0], from) < 0) return;
    yield pair;
  }
}

function createSnapshot(frozen: Tree): StoreSnapshot {
  let tree: Tree | undefined = frozen;
  const open = (): Tree => {
    if (tree === undefined) throw new Error("This snapshot has been released.");
    return tree;
  };
  return {
    get: (key) => open().get(key),
    *range(options): Generator<Entry> {
      for (const [key, value] of rangeOfTree(open(), options)) yield { key, value };
    },
    release: () => (tree = undefined),
  };
}

export interface MemoryStore extends Store {
  /** Another store with the content that this one has now. */
  clone(): MemoryStore;
}

export function openMemoryStore(
  tree: Tree = new OrderedTree<Key, Uint8Array>(undefined, compareBytes),
): MemoryStore {
  return {
    clone: () => openMemoryStore(tree.clone()),
    // Nodes are shared until one side writes, so a clone costs next to nothing.
    snapshot: () => createSnapshot(tree.clone()),
    write(batch: readonly Write[]) {
      for (const { key, value } of batch) {
        if (value === undefined) tree.delete(key);
        else tree.set(key, value);
      }
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}
