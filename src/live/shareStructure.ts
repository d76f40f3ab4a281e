/**
 * Each update replaces every row object, even when one row changed; unchanged rows get their previous identity back, so that
 * React does not render them again.
 */

type PlainObject = Readonly<Record<string, unknown>>;

function isPlainObject(value: unknown): value is PlainObject {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Maps the items by their ids; items without an id by their index. */
function byId(items: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  const pairs = items.map(
    (item, index) => [isPlainObject(item) && "_id" in item ? item["_id"] : index, item] as const,
  );
  return new Map(pairs);
}

function shareItems(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const previousById = byId(previous);
  const items = next.map((item, index) =>
    shareStructure(
      previousById.get(isPlainObject(item) && "_id" in item ? item["_id"] : index),
      item,
    ),
  );
  const isSame =
    items.length === previous.length && items.every((item, index) => item === previous[index]);
  return isSame ? previous : items;
}

function shareFields(previous: PlainObject, next: PlainObject): PlainObject {
  const keys = Object.keys(next);
  const shared = Object.fromEntries(
    keys.map((key) => [key, shareStructure(previous[key], next[key])]),
  );
  const isSame =
    keys.length === Object.keys(previous).length &&
    keys.every((key) => key in previous && shared[key] === previous[key]);
  return isSame ? previous : shared;
}

/** Returns `next` with every unchanged part replaced by the same object of `previous`. */
export function shareStructure<Value>(previous: unknown, next: Value): Value;
export function shareStructure(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous;
  if (Array.isArray(previous) && Array.isArray(next)) return shareItems(previous, next);
  if (isPlainObject(previous) && isPlainObject(next)) return shareFields(previous, next);
  return next;
}
