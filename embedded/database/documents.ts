/** Documents as the store keeps them, and the few things the database itself does with values. */
import { type JSONValue, type Value, convexToJson, jsonToConvex } from "convex/values";
import type { StoredDocument } from "../contracts";

export function encodeDocument(document: StoredDocument): Uint8Array {
  return Buffer.from(JSON.stringify(convexToJson(document)));
}

export function decodeDocument(bytes: Uint8Array): StoredDocument {
  const json = JSON.parse(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
  ) as JSONValue;
  return jsonToConvex(json) as StoredDocument;
}

/** The value at a path such as "owner.name"; undefined where nothing is. */
export function fieldAt(document: StoredDocument, path: string): Value | undefined {
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
