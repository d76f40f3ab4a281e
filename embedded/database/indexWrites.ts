/** What a document's change writes to an index of its table, whatever kind of index it is. */
import type { StoredDocument } from "../contracts";
import { BY_ID, type Index } from "./catalog";
import { dbKey, idOf } from "./indexKeys";
import { buildSearchIndex, updateSearchIndex } from "./searchIndex";
import type { DatabaseTransaction } from "./transaction";
import { updateVectorIndex } from "./vectorIndex";

/** One document before and after it was written; null: it is not there. */
interface Change {
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
  /** `after`, as the store keeps it. */
  readonly bytes: Uint8Array | null;
}

const utf8 = new TextEncoder();

export function updateIndex(
  transaction: DatabaseTransaction,
  index: Index,
  { before, after, bytes }: Change,
): void {
  switch (index.kind) {
    case "db":
      if (before !== null) transaction.put({ index, key: dbKey(index, before) }, null);
      if (after !== null) {
        const value = index.name === BY_ID ? bytes : utf8.encode(idOf(after));
        transaction.put({ index, key: dbKey(index, after) }, value);
      }
      return;
    case "search":
      updateSearchIndex(transaction, index, before, after);
      return;
    case "vector":
      updateVectorIndex(transaction, index, before, after);
      return;
    default:
      index satisfies never;
  }
}

/** Fills a new index; the documents come in the order of their creation. */
export function buildIndex(
  transaction: DatabaseTransaction,
  index: Index,
  documents: readonly StoredDocument[],
): void {
  if (index.kind === "search") {
    buildSearchIndex(transaction, index, documents);
    return;
  }
  for (const after of documents)
    updateIndex(transaction, index, { before: null, after, bytes: null });
}
