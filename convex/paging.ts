/**
 * Pages of lists. Every list uses the database's own `paginate`, whose journal pins the end of a page: when rows come and go, the
 * loaded pages grow and shrink, but never overlap or leave a gap. Whatever an index cannot decide is decided here, row by row, so
 * a page may be shorter than asked, or empty while more pages follow.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { PAGE_ROWS_MAX, SCAN_ROWS } from "../domain/limits";

/** What was asked, within bounds: no caller makes one query read a whole table. */
export function pageOptions(asked: PaginationOptions): PaginationOptions {
  const numItems = Number.isFinite(asked.numItems) ? Math.trunc(asked.numItems) : PAGE_ROWS_MAX;
  return { ...asked, numItems: Math.min(Math.max(numItems, 1), PAGE_ROWS_MAX) };
}

/** For lists that keep few of the rows they read, as a search does: a whole scan per page, so that few pages come back empty. */
export function scanOptions(asked: PaginationOptions): PaginationOptions {
  return { ...asked, numItems: SCAN_ROWS };
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
