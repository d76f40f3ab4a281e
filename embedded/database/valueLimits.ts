/** Convex's limits on the length, width and depth of values, whatever they are for. */

const ELEMENTS_MAX = 8_192;
const FIELDS_MAX = 1_024;
/** Levels of arrays and objects, the outermost included. */
const DEEPEST = { Document: 16, Value: 64 } as const;

/** Integers, bytes and the like, in Convex's JSON. */
function isLeaf(value: object): boolean {
  if (value instanceof ArrayBuffer) return true;
  for (const name in value) return name.startsWith("$");
  return false;
}

/**
 * @param value as it is, or as Convex's JSON.
 * @throws Error, in Convex's words.
 */
export function requireModest(what: keyof typeof DEEPEST, value: unknown, depth = 1): void {
  if (typeof value !== "object" || value === null || isLeaf(value)) return;
  if (depth > DEEPEST[what])
    throw new Error(
      `${what} is too nested (nested ${depth} levels deep or more > maximum nesting ${DEEPEST[what]})`,
    );
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (Array.isArray(value) && inner.length > ELEMENTS_MAX)
    throw new Error(`Array length is too long (${inner.length} > maximum length ${ELEMENTS_MAX})`);
  if (!Array.isArray(value) && inner.length > FIELDS_MAX)
    throw new Error(`Object has too many fields (${inner.length} > maximum number ${FIELDS_MAX})`);
  for (const each of inner) requireModest(what, each, depth + 1);
}
