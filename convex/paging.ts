/**
 * Pages of lists. Every list uses the database's own `paginate`, whose journal pins the end of a page: when rows come and go, the
 * loaded pages grow and shrink, but never overlap or leave a gap. Whatever an index cannot decide is decided here, row by row, so
 * a page may be shorter than asked, or empty while more pages follow.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { PAGE_ROWS_MAX } from "../domain/limits";

/**
 * What was asked, within bounds: no caller makes one query read a whole table. A list that keeps few of the rows it reads, as a
 * search does, says how many to read `atLeast`, so that few of its pages come back empty.
 */
export function pageOptions(asked: PaginationOptions, atLeast = 1): PaginationOptions {
  const numItems = Number.isFinite(asked.numItems) ? Math.trunc(asked.numItems) : PAGE_ROWS_MAX;
  return { ...asked, numItems: Math.max(Math.min(numItems, PAGE_ROWS_MAX), atLeast) };
}

/** The same page with each row turned into what the caller may see; rows that become null are left out. */
export async function mapPage<Doc, Row>(
  result: PaginationResult<Doc>,
  toRow: (doc: Doc) => Promise<Row | null>,
): Promise<PaginationResult<Row>> {
  const rows = await Promise.all(result.page.map(toRow));
  return { ...result, page: rows.filter((row) => row !== null) };
}

/** A list that certainly holds nothing. */
export function emptyPage<Row>(): PaginationResult<Row> {
  return { page: [], isDone: true, continueCursor: "" };
}
