/**
 * Rows that come while a list is being read. At the top of the page they slide in at once; further down they wait behind a
 * banner, so that nothing moves under the reader's eyes. A row can come in anywhere: one that changed may take an old place.
 */

/**
 * The ids that came in: unknown, and above something known. Unknown ids below the last known one are older rows that the reader
 * asked for ("Show more"). If nothing known is left, all that is there has come.
 */
export function arrivalsIn(ids: readonly string[], known: ReadonlySet<string>): string[] {
  const lastKnown = ids.findLastIndex((id) => known.has(id));
  const above = lastKnown === -1 ? ids : ids.slice(0, lastKnown);
  return above.filter((id) => !known.has(id));
}

/** The noun for the rows: "request" and "requests". */
export type RowWords = { readonly one: string; readonly many: string };

/** "1 new request", "3 new requests". */
export function arrivalsText(count: number, { one, many }: RowWords): string {
  return count === 1 ? `1 new ${one}` : `${count} new ${many}`;
}
