/**
 * Pages of a query. A cursor is a position in the walked index, so it stays
 * right when rows come and go; it carries a mark of the query it belongs to.
 */
import { createHash } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { PageRequest, QueryPage, StoredRow } from "../contracts";
import { compareBytes } from "../store/bytes";
import type { Access } from "./access";
import type { Query } from "./query";
import { successor, walk } from "./walk";

/** Where a page ended: at the end of everything, or after this key. */
type Position = { readonly kind: "end" } | { readonly kind: "after"; readonly key: Uint8Array };

/** Above this share of what was asked for, a page that grew by live changes should be split. */
const SPLIT_FACTOR = 2;
const END: Position = { kind: "end" };

interface Read {
  readonly page: StoredRow[];
  readonly keys: Uint8Array[];
  readonly position: Position;
}

/**
 * A cursor that means nothing to this query. The data is what Convex's clients look for: they begin the list again. The library
 * makes a ConvexError of it, so it reaches them even where other errors are kept from them.
 */
export class InvalidCursorError extends Error {
  readonly data = { isConvexSystemError: true, paginationError: "InvalidCursor" };

  constructor() {
    super(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    );
  }
}

/** @throws InvalidCursorError when a cursor is not one of this query's. */
export function readPage(
  access: Access,
  query: Query | undefined,
  json: JSONValue,
  request: PageRequest,
): QueryPage {
  const mark = markOf(json);
  const start = request.cursor === null ? undefined : decode(request.cursor, mark);
  if (query === undefined || start?.kind === "end") {
    return { page: [], isDone: true, continueCursor: encode(END, mark) };
  }
  const end = request.endCursor == null ? undefined : decode(request.endCursor, mark);
  const { page, keys, position } = readRows(
    access,
    startingAfter(query, start),
    request,
    start,
    end,
  );
  const grown = page.length > request.pageSize * SPLIT_FACTOR;
  const middle = keys[Math.floor(keys.length / 2) - 1];
  return {
    page,
    isDone: position.kind === "end",
    continueCursor: encode(position, mark),
    ...(grown &&
      middle && {
        splitCursor: encode({ kind: "after", key: middle }, mark),
        pageStatus: "SplitRecommended",
      }),
  };
}

function startingAfter(query: Query, start: Position | undefined): Query {
  if (start?.kind !== "after") return query;
  if (query.kind === "search") return query;
  return query.reverse ? { ...query, to: start.key } : { ...query, from: successor(start.key) };
}

/** Reads up to the page's size; or, when an end is given, to that end however many rows there are. */
function readRows(
  access: Access,
  query: Query,
  request: PageRequest,
  start: Position | undefined,
  end: Position | undefined,
): Read {
  const bounded = end === undefined ? query : endingAt(query, end);
  const mostRows = request.maximumRowsRead ?? Infinity;
  const mostBytes = access.meter.bytesRead + (request.maximumBytesRead ?? Infinity);
  const page: StoredRow[] = [];
  const keys: Uint8Array[] = [];
  let rows = 0;
  if (end === undefined && request.pageSize === 0) return { page, keys, position: atStart(query) };
  for (const { key, row } of walk(access, bounded)) {
    // A search can't begin in the middle: its rows are ranked first and skipped then.
    if (query.kind === "search" && isAtOrBefore(key, start)) continue;
    if (query.kind === "search" && end?.kind === "after" && !isAtOrBefore(key, end)) break;
    rows += 1;
    if (row !== null) {
      page.push(row);
      keys.push(key);
    }
    if (end !== undefined) continue;
    const full =
      page.length >= request.pageSize || rows >= mostRows || access.meter.bytesRead >= mostBytes;
    if (full) return { page, keys, position: { kind: "after", key } };
  }
  return { page, keys, position: end ?? END };
}

function isAtOrBefore(key: Uint8Array, position: Position | undefined): boolean {
  return position?.kind === "after" && compareBytes(key, position.key) <= 0;
}

/** A page of no rows goes on where it began. */
function atStart(query: Query): Position {
  if (query.kind === "search") return { kind: "after", key: new Uint8Array() };
  return { kind: "after", key: query.reverse ? (query.to ?? Uint8Array.of(0xff)) : query.from };
}

function endingAt(query: Query, end: Position): Query {
  if (end.kind === "end" || query.kind === "search") return query;
  if (query.reverse) {
    return compareBytes(end.key, query.from) > 0 ? { ...query, from: end.key } : query;
  }
  return { ...query, to: successor(end.key) };
}

function markOf(json: JSONValue): string {
  return createHash("sha256").update(JSON.stringify(json)).digest("base64url").slice(0, 8);
}

function encode(position: Position, mark: string): string {
  const key = position.kind === "end" ? "" : Buffer.from(position.key).toString("base64url");
  return `${mark}.${position.kind}.${key}`;
}

function decode(cursor: string, mark: string): Position {
  const [itsMark, kind, key = ""] = cursor.split(".");
  if (itsMark !== mark || (kind !== "end" && kind !== "after")) {
    throw new InvalidCursorError();
  }
  return kind === "end"
    ? END
    : { kind: "after", key: new Uint8Array(Buffer.from(key, "base64url")) };
}
