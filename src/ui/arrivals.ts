/**
 * Detects the rows that arrive while a list is open. At the top of the page they slide in at once; further down they wait behind
 * a banner, so that nothing moves while the user reads. A row can arrive anywhere, because a changed row may take an old place.
 */

/**
 * Returns the arrived ids: new ones above a shown one. New ids below the last shown one are older rows from the next page.
 * Without a shown id all have arrived.
 */
export function arrivalsIn(ids: readonly string[], shownIds: ReadonlySet<string>): string[] {
  const lastShown = ids.findLastIndex((id) => shownIds.has(id));
  const above = lastShown === -1 ? ids : ids.slice(0, lastShown);
  return above.filter((id) => !shownIds.has(id));
}

/**
 * Returns the new ids behind the last shown one, which have arrived where the list had no more pages before: a list of the oldest
 * first grows at its end. They move nothing that is being read.
 */
export function appendedTo(ids: readonly string[], shownIds: ReadonlySet<string>): string[] {
  const lastShown = ids.findLastIndex((id) => shownIds.has(id));
  return lastShown === -1 ? [] : ids.slice(lastShown + 1);
}

/** Returns the number of new rows in words: "1 new request", "3 new requests". */
export type RowWords = (count: number) => string;
