/**
 * Pages of a query. A cursor is a position in the walked index, so it stays
 * right when rows come and go. It comes back from clients, and is trusted in
 * nothing: it is sealed for its query, and whatever it says, a page reads rows
 * of the query's own range alone.
 */
import type { ComponentPath, PageRequest, QueryPage, StoredRow } from "../contracts";
import type { JSONValue } from "convex/values";
import { type Sealing, encodeContext } from "../sealedText";
import { compareBytes } from "../store/bytes";
import { BYTES_READ_MAX, DOCUMENT_BYTES_MAX, DOCUMENTS_READ_MAX, ReadLimitError } from "./limits";
import type { Query } from "./query";
import type { MeteredRows } from "./rows";
import { successor, walk } from "./walk";

/** The position at which a page ended: the end of everything, or after this key. */
type Position = { readonly kind: "end" } | { readonly kind: "after"; readonly key: Uint8Array };

/** Above this share of what was asked for, a page that grew by live changes should be split. */
const SPLIT_FACTOR = 2;
/** As in Convex, a split is recommended above this part of what a page may read, or have. */
const SOFT_PART = 3 / 4;
const PAGE_ROWS_MAX = 8_192;
/** Fewer rows have no middle. */
const MIN_SPLIT_ROWS = 3;
const END: Position = { kind: "end" };
/** The kinds of a position, as its first byte says them. */
const KINDS = ["end", "after"] as const;
/** The version of cursors' context: cursors of another version are refused. */
const CURSOR_VERSION = "cursor 2";
/** The most characters of a cursor. A key may be twice as long as its document, which is all zeros then, and base64 adds a third. */
const CURSOR_MAX = 3 * DOCUMENT_BYTES_MAX;
/** Beyond every key: no value's encoding begins with this byte. */
const BEYOND = Uint8Array.of(0xff);

interface Read {
  readonly page: StoredRow[];
  /** The keys of all rows that were read, those that a filter dropped included. */
  readonly keys: Uint8Array[];
  readonly position: Position;
  readonly bytesRead: number;
  /** A limit ended it: the transaction's, or one of the request. */
  readonly isCut?: boolean;
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

/** The cursors of one query. */
class Cursors {
  readonly #sealing: Sealing;
  readonly #context: Uint8Array;

  constructor(sealing: Sealing, component: ComponentPath, query: JSONValue) {
    this.#sealing = sealing;
    this.#context = encodeContext(CURSOR_VERSION, component, JSON.stringify(query));
  }

  encode(position: Position): string {
    const kind = Uint8Array.of(KINDS.indexOf(position.kind));
    const key = position.kind === "end" ? new Uint8Array() : position.key;
    return this.#sealing.close(this.#context, Buffer.concat([kind, key]));
  }

  /** @throws InvalidCursorError when it is not one of this query's. */
  decode(cursor: string | null | undefined): Position | undefined {
    if (cursor === null || cursor === undefined) return undefined;
    const content =
      cursor.length > CURSOR_MAX ? undefined : this.#sealing.open(this.#context, cursor);
    const kind = KINDS[content?.[0] ?? KINDS.length];
    if (content === undefined || kind === undefined) throw new InvalidCursorError();
    return kind === "end" ? END : { kind, key: new Uint8Array(content.subarray(1)) };
  }
}

/** A query to paginate, and the context of its cursors. */
export interface Paginated {
  /** Undefined when there is no such table. */
  readonly query: Query | undefined;
  /** As the function asked for it. */
  readonly json: JSONValue;
  readonly component: ComponentPath;
  readonly sealing: Sealing;
}

/** @throws InvalidCursorError when a cursor is not one of this query's. */
export function readPage(
  access: MeteredRows,
  { query, json, component, sealing }: Paginated,
  request: PageRequest,
): QueryPage {
  const cursors = new Cursors(sealing, component, json);
  const start = cursors.decode(request.cursor);
  const end = cursors.decode(request.endCursor);
  if (query === undefined || start?.kind === "end") {
    return { page: [], isDone: true, continueCursor: cursors.encode(END) };
  }
  const read = readRows(access, query, request, start, end);
  const { page, keys, position } = read;
  const pageStatus = getPageStatus(read, request);
  const middle = keys.length >= MIN_SPLIT_ROWS ? keys[Math.floor(keys.length / 2)] : undefined;
  return {
    page,
    isDone: position.kind === "end",
    continueCursor: cursors.encode(position),
    ...(pageStatus && { pageStatus }),
    ...(pageStatus && middle && { splitCursor: cursors.encode({ kind: "after", key: middle }) }),
  };
}

/** Returns what a client should do with a page that became larger, or took more reading, than one should. */
function getPageStatus(
  { page, keys, bytesRead, isCut = false }: Read,
  { pageSize, maximumRowsRead = Infinity, maximumBytesRead = Infinity }: PageRequest,
): QueryPage["pageStatus"] {
  if (isCut) return "SplitRequired";
  const isLarge =
    keys.length > SOFT_PART * Math.min(maximumRowsRead, DOCUMENTS_READ_MAX) ||
    bytesRead > SOFT_PART * Math.min(maximumBytesRead, BYTES_READ_MAX) ||
    page.length > Math.min(SOFT_PART * PAGE_ROWS_MAX, pageSize * SPLIT_FACTOR);
  return isLarge ? "SplitRecommended" : null;
}

const later = (a: Uint8Array, b: Uint8Array): Uint8Array => (compareBytes(a, b) < 0 ? b : a);
const earlier = (a: Uint8Array, b: Uint8Array): Uint8Array => (compareBytes(a, b) < 0 ? a : b);

/**
 * Returns the part of the query's range behind `start` and up to `end`, or undefined when there is none. Positions only ever take
 * away from the range: one that lies outside of it, wherever it came from, adds no row. A search can't begin in the middle: its
 * rows are ranked first and skipped then.
 */
function between(
  query: Query,
  start: Position | undefined,
  end: Position | undefined,
): Query | undefined {
  if (query.kind === "search") return query;
  let { from, to = BEYOND } = query;
  if (start?.kind === "after") {
    if (query.reverse) to = earlier(to, start.key);
    else from = later(from, successor(start.key));
  }
  if (end?.kind === "after") {
    if (query.reverse) from = later(from, end.key);
    else to = earlier(to, successor(end.key));
  }
  if (compareBytes(from, to) >= 0) return undefined;
  return { ...query, from, to: to === BEYOND ? undefined : to };
}

/** Reads up to the page's size; or, when an end is given, to that end however many rows there are. */
function readRows(
  access: MeteredRows,
  query: Query,
  request: PageRequest,
  start: Position | undefined,
  end: Position | undefined,
): Read {
  const mostRows = request.maximumRowsRead ?? Infinity;
  const mostBytes = request.maximumBytesRead ?? Infinity;
  const bytesBefore = access.meter.bytesRead;
  const page: StoredRow[] = [];
  const keys: Uint8Array[] = [];
  const read = (position: Position, isCut = false): Read => {
    return { page, keys, position, bytesRead: access.meter.bytesRead - bytesBefore, isCut };
  };
  if (end === undefined && request.pageSize === 0) return read(start ?? atStart(query));
  const bounded = between(query, start, end);
  if (bounded === undefined) return read(end ?? END);
  let last: Uint8Array | undefined;
  try {
    for (const { key, row } of walk(access, bounded)) {
      if (query.kind === "search" && isAtOrBefore(key, start)) continue;
      if (query.kind === "search" && end?.kind === "after" && !isAtOrBefore(key, end)) break;
      last = key;
      keys.push(key);
      if (row !== null) page.push(row);
      // The whole of a page whose end is known belongs to it.
      if (end !== undefined) continue;
      if (page.length >= request.pageSize) return read({ kind: "after", key });
      const isCut = keys.length >= mostRows || access.meter.bytesRead - bytesBefore >= mostBytes;
      if (isCut) return read({ kind: "after", key }, true);
    }
  } catch (error) {
    // A page that can't be split would lose what is behind it.
    if (!(error instanceof ReadLimitError) || last === undefined || keys.length < MIN_SPLIT_ROWS)
      throw error;
    return read(end ?? { kind: "after", key: last }, true);
  }
  return read(end ?? END);
}

function isAtOrBefore(key: Uint8Array, position: Position | undefined): boolean {
  return position?.kind === "after" && compareBytes(key, position.key) <= 0;
}

/** A page of no rows goes on where it began. */
function atStart(query: Query): Position {
  if (query.kind === "search") return { kind: "after", key: new Uint8Array() };
  return { kind: "after", key: query.reverse ? (query.to ?? BEYOND) : query.from };
}
