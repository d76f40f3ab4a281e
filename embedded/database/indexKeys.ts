/** The keys a document has in its table's indexes. */
import type { Value } from "convex/values";
import type { StoredDocument } from "../contracts";
import { concatBytes } from "../store/bytes";
import { BY_ID, type DbIndex, type Index } from "./catalog";
import { fieldAt } from "./documents";
import { encodeValues, storedKey } from "./keys";

/** A key inside one index, in full; the store's key is {@link storeKey}'s. */
export interface IndexKey {
  readonly index: Index;
  readonly key: Uint8Array;
}

export function idOf(document: StoredDocument): string {
  return document["_id"] as string;
}

/** Field values, then creation time and id, so that every key is its document's own. */
export function dbKey(index: DbIndex, document: StoredDocument): Uint8Array {
  if (index.name === BY_ID) return encodeValues([document["_id"]]);
  const values: (Value | undefined)[] = index.fields.map((path) => fieldAt(document, path));
  return encodeValues([...values, document["_creationTime"], document["_id"]]);
}

/** Where an index's keys begin in the store. */
export function indexPrefix(index: Pick<Index, "number">): Uint8Array {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(1, 0);
  prefix.writeUInt32BE(index.number, 1);
  return prefix;
}

/** The number of the index that a store's key belongs to; undefined when it is no index's. */
export function indexNumberOf(key: Uint8Array): number | undefined {
  return key[0] === 1 ? Buffer.from(key).readUInt32BE(1) : undefined;
}

export function storeKey({ index, key }: IndexKey): Uint8Array {
  return concatBytes(indexPrefix(index), storedKey(key));
}
