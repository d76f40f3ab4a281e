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
