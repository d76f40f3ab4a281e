/** Documents as the store keeps them, and the few things the database itself does with values. */
import { type JSONValue, type Value, convexToJson, jsonToConvex } from "convex/values";
import type { StoredDocument, StoredRow } from "../contracts";

function serializeDocument(document: StoredDocument): string {
  return JSON.stringify(convexToJson(document));
}

/** Returns true for a value that is its own JSON, with fields in the order in which JSON of values has them. */
function isOwnJson(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.every(isOwnJson);
  if (typeof value !== "object" || value instanceof ArrayBuffer) return false;
  let before = "";
  for (const name in value) {
    if (name <= before || !Object.hasOwn(value, name)) return false;
    if (!isOwnJson((value as Record<string, unknown>)[name])) return false;
    before = name;
  }
  return true;
}

/** Encodes a document that nobody changes from now on: who reads these bytes gets it without decoding them. */
export function encodeDocument(document: StoredDocument): Uint8Array {
  if (!isOwnJson(document)) return Buffer.from(serializeDocument(document));
  const bytes = Buffer.from(JSON.stringify(document));
  decodedRows.set(bytes, new DecodedDocument(document));
  return bytes;
}

/** The beginning of every encoded value that JSON does not have; a text without it holds none. */
const SPECIAL = '"$';

function decoded(text: string): StoredDocument {
  const json: unknown = JSON.parse(text);
  if (!text.includes(SPECIAL)) return json as StoredDocument;
  return jsonToConvex(json as JSONValue) as StoredDocument;
}

function copyValue(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  if (value instanceof ArrayBuffer) return value.slice(0);
  return copyWith(value as StoredDocument, Object.keys(value));
}

/** @param fields those that are more than a primitive, and perhaps others. */
function copyWith(object: StoredDocument, fields: readonly string[]): StoredDocument {
  const copy = { ...object };
  for (const name of fields) copy[name] = copyValue(object[name] ?? null);
  return copy;
}

function nestedFields(document: StoredDocument): string[] {
  return Object.keys(document).filter((name) => typeof document[name] === "object");
}

class DecodedDocument implements StoredRow {
  readonly document: StoredDocument;
  #nested: readonly string[] | undefined;

  constructor(document: StoredDocument) {
    this.document = document;
  }

  get text(): string {
    return serializeDocument(this.document);
  }

  copy(): StoredDocument {
    return copyWith(this.document, (this.#nested ??= nestedFields(this.document)));
  }
}

/** The decoded rows by their bytes, which are the same object each time while `RecentReads` keeps them. */
const decodedRows = new WeakMap<Uint8Array, StoredRow>();

export function decodeRow(bytes: Uint8Array): StoredRow {
  let row = decodedRows.get(bytes);
  if (row === undefined) {
    const { buffer, byteOffset, byteLength } = bytes;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString();
    row = new DecodedDocument(decoded(text));
    decodedRows.set(bytes, row);
  }
  return row;
}

/** The value at a path such as "owner.name"; undefined where nothing is. */
export function fieldAt(document: StoredDocument, path: string): Value | undefined {
  if (!path.includes(".")) return Object.hasOwn(document, path) ? document[path] : undefined;
  let value: Value | undefined = document;
  for (const name of path.split(".")) {
    if (
      value === null ||
      typeof value !== "object" ||
      Array.isArray(value) ||
      value instanceof ArrayBuffer
    ) {
      return undefined;
    }
    value = Object.hasOwn(value, name) ? (value as StoredDocument)[name] : undefined;
  }
  return value;
}

/** Convex's JSON for a value that may be undefined, as queries carry it. */
export function valueFromQueryJson(json: JSONValue): Value | undefined {
  const isUndefined = typeof json === "object" && json !== null && "$undefined" in json;
  return isUndefined ? undefined : jsonToConvex(json);
}
