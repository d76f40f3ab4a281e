/** JSON objects as the wire has them. */
import type { JSONValue } from "convex/values";

/** The fields that are there: a field set to undefined is not sent, so it is none. */
export function definedEntries(
  object: Readonly<Record<string, JSONValue | undefined>>,
): [string, JSONValue][] {
  return Object.entries(object).filter(
    (entry): entry is [string, JSONValue] => entry[1] !== undefined,
  );
}

/** Returns text that is equal for equal JSON, whatever the order of its fields. */
export function canonicalJson(value: JSONValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = definedEntries(value);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
}
