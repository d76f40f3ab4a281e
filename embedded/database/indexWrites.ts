/** Writes a document's change to the indexes of its table, of every kind. */
import type { StoredDocument } from "../contracts";
import { compareBytes } from "../store/bytes";
import { BY_ID, type DbIndex, type Index } from "./catalog";
import { fieldAt } from "./documents";
import { dbKey, getId } from "./indexKeys";
import { type IndexKinds, requireKind, type TransactionRows } from "./rows";

/** One document before and after it was written; null: it is not there. */
interface Change {
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
  /** `after`, as the store keeps it. */
  readonly bytes: Uint8Array | null;
}

const utf8 = new TextEncoder();

/** @throws Error when an index cannot hold the new document. Nothing may be written before: app code can go on after an error. */
export function requireIndexable(
  kinds: IndexKinds,
  index: Index,
  { before, after }: Pick<Change, "before" | "after">,
): void {
  if (index.kind === "search") requireKind(kinds, "search").require(index, before, after);
}

export function updateIndex(
  transaction: TransactionRows,
  index: Index,
  { before, after, bytes }: Change,
): void {
  switch (index.kind) {
    case "db":
      updateDbIndex(transaction, index, { before, after, bytes });
      return;
    case "search":
      requireKind(transaction.indexKinds, "search").update(transaction, index, before, after);
      return;
    case "vector":
      requireKind(transaction.indexKinds, "vector").update(transaction, index, before, after);
      return;
    default:
      index satisfies never;
  }
}

/** Returns true for versions of one document that certainly have the same key. */
function haveSameKey(index: DbIndex, before: StoredDocument, after: StoredDocument): boolean {
  return index.fields.every((path) => Object.is(fieldAt(before, path), fieldAt(after, path)));
}

function updateDbIndex(
  transaction: TransactionRows,
  index: DbIndex,
  { before, after, bytes }: Change,
): void {
  const is = after && dbKey(index, after);
  const was =
    before && (after !== null && haveSameKey(index, before, after) ? is : dbKey(index, before));
  const stays = was !== null && is !== null && (was === is || compareBytes(was, is) === 0);
  if (was !== null && !stays) transaction.put({ index, key: was }, null);
  if (after === null || is === null) return;
  if (index.name === BY_ID) transaction.put({ index, key: is }, bytes);
  // What stands there names the document; that this is another one now is all that changes.
  else if (stays) transaction.touch({ index, key: is });
  else transaction.put({ index, key: is }, utf8.encode(getId(after)));
}

/** Fills a new index; the documents come in the order of their creation. */
export function buildIndex(
  transaction: TransactionRows,
  index: Index,
  documents: readonly StoredDocument[],
): void {
  switch (index.kind) {
    case "db":
      for (const after of documents)
        updateDbIndex(transaction, index, { before: null, after, bytes: null });
      return;
    case "search":
      requireKind(transaction.indexKinds, "search").build(transaction, index, documents);
      return;
    case "vector":
      requireKind(transaction.indexKinds, "vector").build(transaction, index, documents);
      return;
    default:
      index satisfies never;
  }
}
