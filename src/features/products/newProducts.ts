/**
 * Products that came on the market while a list was being read. They go to their place at once while the reader is at the top of
 * the page; further down they wait behind a banner, because a card put in above would move everything that is being read.
 */

export type Arrivals<Row> = { readonly shown: readonly Row[]; readonly waiting: readonly Row[] };

/**
 * Parts the rows at an instant: what is older is shown, what is younger waits. Young rows below the last old one are shown too:
 * they move nothing.
 */
export function partAt<Row extends { readonly createdAt: number }>(
  rows: readonly Row[],
  instant: number,
): Arrivals<Row> {
  const lastOld = rows.findLastIndex((row) => row.createdAt <= instant);
  const waits = (row: Row, index: number) => row.createdAt > instant && index < lastOld;
  return {
    shown: rows.filter((row, index) => !waits(row, index)),
    waiting: rows.filter(waits),
  };
}

/** The instant up to which everything in `rows` is shown. */
export function newestOf(rows: readonly { readonly createdAt: number }[], atLeast: number): number {
  return rows.reduce((newest, row) => Math.max(newest, row.createdAt), atLeast);
}

/** "1 new product", "3 new products". */
export function newProductsText(count: number): string {
  return count === 1 ? "1 new product" : `${count} new products`;
}
