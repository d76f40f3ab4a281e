/** The keys a document has in its table's indexes. */
import type { Value } from "convex/values";
import type { StoredDocument } from "../contracts";
import { BY_ID, type DbIndex, type Index } from "./catalog";
import { fieldAt } from "./documents";
import { encodeValues, storedKey } from "./keys";

/** A key inside one index, in full; the store's key is {@link storeKey}'s. */
export interface IndexKey {
  readonly index: Index;
  readonly key: Uint8Array;
}

export function getId(document: StoredDocument): string {
  return document["_id"] as string;
}

/** Field values, then creation time and id, so that every key is its document's own. */
export function dbKey(index: DbIndex, document: StoredDocument): Uint8Array {
  if (index.name === BY_ID) return encodeValues([document["_id"]]);
  const values: (Value | undefined)[] = index.fields.map((path) => fieldAt(document, path));
  return encodeValues([...values, document["_creationTime"], document["_id"]]);
}

/** Says that a key is an index's; the index's number follows. */
const INDEX_KEY = 1;
const NOTHING = new Uint8Array();
/** The bytes of the prefix of an index's keys in the store. */
export const PREFIX_BYTES = 5;

/** Returns a key in the store for the stored form of an index's own. */
export function inIndex(index: Pick<Index, "number">, rest: Uint8Array): Uint8Array {
  const key = Buffer.allocUnsafe(PREFIX_BYTES + rest.length);
  key.writeUInt8(INDEX_KEY, 0);
  key.writeUInt32BE(index.number, 1);
  key.set(rest, PREFIX_BYTES);
  return key;
}

/** Returns the prefix of an index's keys in the store. */
export function indexPrefix(index: Pick<Index, "number">): Uint8Array {
  return inIndex(index, NOTHING);
}

/** The number of the index that a store's key belongs to; undefined when it is no index's. */
export function decodeIndexNumber(key: Uint8Array): number | undefined {
  return key[0] === INDEX_KEY ? Buffer.from(key).readUInt32BE(1) : undefined;
}

export function storeKey({ index, key }: IndexKey): Uint8Array {
  return inIndex(index, storedKey(key));
}
