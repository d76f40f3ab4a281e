/**
 * Pages of lists. Every list uses the database's own `paginate`, whose journal pins the end of a page: when rows come and go, the
 * loaded pages grow and shrink, but never overlap or leave a gap. Whatever an index cannot decide is decided here, row by row, so
 * a page may be shorter than asked, or empty while more pages follow.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { ConvexError, getDocumentSize, type Value } from "convex/values";
import { PAGE_BYTES_MAX, PAGE_ROWS_MAX } from "../domain/limits";
import { isListPosition } from "../domain/listPosition";

/**
 * Bounds the client's pagination options: no page reads a whole table. A list that keeps few of the rows it reads, such as a search,
 * passes the rows to read `atLeast`, so that few pages come back empty. A page ends early at `bytes`, which a list of rows that read
 * many others sets lower. The client's own limits on rows and bytes are dropped. A page with `endCursor` (the client splits a page that grew) ends there, and is bounded by the database's limits alone.
 */
export function pageOptions(
  options: PaginationOptions,
  atLeast = 1,
  bytes = PAGE_BYTES_MAX,
): PaginationOptions {
  const { cursor, endCursor } = options;
  const requestedItems = Number.isFinite(options.numItems)
    ? Math.trunc(options.numItems)
    : PAGE_ROWS_MAX;
  const numItems = Math.max(Math.min(requestedItems, PAGE_ROWS_MAX), atLeast);
  return endCursor === undefined
    ? { numItems, cursor, maximumBytesRead: bytes }
    : { numItems, cursor, endCursor };
}

/** The same page with each row turned into what the caller may see; rows that become null are left out. */
export async function mapPage<Doc, Row>(
  result: PaginationResult<Doc>,
  toRow: (doc: Doc) => Promise<Row | null>,
): Promise<PaginationResult<Row>> {
  const rows = await Promise.all(result.page.map(toRow));
  return { ...result, page: rows.filter((row) => row !== null) };
}

/** Bytes that a query may still read; its reads share them. */
export type ReadBudget = { bytesLeft: number };

/** The first rows of a query, at most so many. It ends early behind the row with which the budget is used up. */
export async function takeWithin<Row extends Record<string, Value>>(
  query: AsyncIterable<Row>,
  most: number,
  budget: ReadBudget,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of query) {
    rows.push(row);
    budget.bytesLeft -= getDocumentSize(row);
    if (rows.length === most || budget.bytesLeft <= 0) break;
  }
  return rows;
}

/** A list that certainly holds nothing. */
export function emptyPage<Row>(): PaginationResult<Row> {
  return { page: [], isDone: true, continueCursor: "" };
}

/** Convex's clients begin the list anew. */
export function invalidCursor(): never {
  throw new ConvexError({ isConvexSystemError: true, paginationError: "InvalidCursor" });
}

/** @throws ConvexError for a cursor of `paginate` in the search's list (`are`), whose cursors are positions, or the other way round. */
export function requirePositions({ cursor, endCursor }: PaginationOptions, are: boolean): void {
  for (const each of [cursor, endCursor])
    if (typeof each === "string" && isListPosition(each) !== are) invalidCursor();
}
