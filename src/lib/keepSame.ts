/**
 * A live query that changes is sent anew as a whole: every row of it is another object, though one of them says something else.
 * Here the rows that say what they said become the same objects again, so that nothing is drawn anew for them.
 */

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** The rows of `items` by their ids; rows without one are found by their place. */
function byId(items: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  const pairs = items.map(
    (item, index) => [isFields(item) && "_id" in item ? item["_id"] : index, item] as const,
  );
  return new Map(pairs);
}

function keepItems(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const known = byId(previous);
  const items = next.map((item, index) =>
    keepSame(known.get(isFields(item) && "_id" in item ? item["_id"] : index), item),
  );
  const isSame =
    items.length === previous.length && items.every((item, index) => item === previous[index]);
  return isSame ? previous : items;
}

function keepFields(previous: Fields, next: Fields): Fields {
  const keys = Object.keys(next);
  const kept = Object.fromEntries(keys.map((key) => [key, keepSame(previous[key], next[key])]));
  const isSame =
    keys.length === Object.keys(previous).length &&
    keys.every((key) => key in previous && kept[key] === previous[key]);
  return isSame ? previous : kept;
}

/** `next`, in which everything that is as it was in `previous` is the very same object. */
export function keepSame<Value>(previous: unknown, next: Value): Value;
export function keepSame(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next)) return previous;
  if (Array.isArray(previous) && Array.isArray(next)) return keepItems(previous, next);
  if (isFields(previous) && isFields(next)) return keepFields(previous, next);
  return next;
}
