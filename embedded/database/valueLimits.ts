/** Convex's limits on the length, width and depth of values, whatever they are for. */

const ELEMENTS_MAX = 8_192;
const FIELDS_MAX = 1_024;
/** Levels of arrays and objects, the outermost included. */
const DEEPEST = { Document: 16, Value: 64 } as const;

/** No character of a text takes more bytes in JSON, where some are written as `\u001f`. */
const BYTES_PER_CHARACTER_MAX = 6;
/** A number has 24 at most, such as -1.2345678901234567e-300; `null` and `false` have fewer. */
const NUMBER_BYTES_MAX = 25;

/** Integers, bytes and the like, in Convex's JSON. */
function isLeaf(value: object): boolean {
  if (value instanceof ArrayBuffer) return true;
  for (const name in value) return name.startsWith("$");
  return false;
}

function measureText(text: string): number {
  return BYTES_PER_CHARACTER_MAX * text.length + 2;
}

/**
 * Returns a number of bytes that the value's JSON does not exceed.
 * @param value as it is, or as Convex's JSON.
 * @throws Error, in Convex's words.
 */
export function requireModest(what: keyof typeof DEEPEST, value: unknown, depth = 1): number {
  if (typeof value === "string") return measureText(value);
  if (typeof value !== "object" || value === null) return NUMBER_BYTES_MAX;
  if (isLeaf(value)) return measureText(JSON.stringify(value));
  if (depth > DEEPEST[what])
    throw new Error(
      `${what} is too nested (nested ${depth} levels deep or more > maximum nesting ${DEEPEST[what]})`,
    );
  let bytes = 2;
  if (Array.isArray(value)) {
    if (value.length > ELEMENTS_MAX)
      throw new Error(
        `Array length is too long (${value.length} > maximum length ${ELEMENTS_MAX})`,
      );
    for (const each of value) bytes += 1 + requireModest(what, each, depth + 1);
    return bytes;
  }
  const fields = Object.entries(value);
  if (fields.length > FIELDS_MAX)
    throw new Error(`Object has too many fields (${fields.length} > maximum number ${FIELDS_MAX})`);
  for (const [name, field] of fields)
    bytes += 2 + measureText(name) + requireModest(what, field, depth + 1);
  return bytes;
}
