/** Convex's encoded values as the plain JSON that people with curl expect. */
import type { JSONValue } from "convex/values";
import { jsonToConvex } from "convex/values";
import { definedEntries } from "../json";

const ENCODED = new Set(["$integer", "$bytes", "$float", "$set", "$map"]);

function plainSpecial(encoded: JSONValue): JSONValue {
  const value = jsonToConvex(encoded);
  if (typeof value === "bigint") return value.toString();
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("base64");
  // NaN, the infinities and -0 have no form of their own in JSON.
  return typeof value === "number" ? String(value) : null;
}

/** 64-bit integers become decimal strings, bytes become base64; all else stays. */
export function plainJson(value: JSONValue): JSONValue {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plainJson);
  const fields = definedEntries(value);
  const [first] = fields;
  if (fields.length === 1 && first !== undefined && ENCODED.has(first[0]))
    return plainSpecial(value);
  return Object.fromEntries(fields.map(([name, field]) => [name, plainJson(field)]));
}
