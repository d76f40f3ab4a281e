/**
 * The B+ tree of `sorted-btree`. It is a CommonJS package whose `default` Node
 * and bundlers see differently; `require` gives everybody the same.
 */
import { createRequire } from "node:module";
import type BTree from "sorted-btree";

interface Package {
  readonly default: typeof BTree;
}

export const OrderedTree = (createRequire(import.meta.url)("sorted-btree") as Package).default;
export type OrderedTree<Key, Value> = BTree<Key, Value>;
