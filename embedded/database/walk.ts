/**
 * Runs a query inside a transaction, row by row. What it depends on is noted as
 * one range that grows with each row, so a query that stops early depends only
 * on what it looked at; an empty stretch counts as looked at to its end.
 */
import type { StoredRow } from "../contracts";
import { compareBytes, concatBytes } from "../store/bytes";
import { dbKey } from "./indexKeys";
import { isCut, uncutPart } from "./keys";
import type { Query, QueryStep, RangeQuery } from "./query";
import { type FoundRow, type GrowingRange, type MeteredRows, requireKind } from "./rows";

export interface Step {
  /** Full key in the walked index: where to go on from. */
  readonly key: Uint8Array;
  /** Null: the row was read and then filtered out. */
  readonly row: StoredRow | null;
}

/** Beyond every key: no value's encoding begins with this byte. */
const BEYOND = Uint8Array.of(0xff);
const ZERO = Uint8Array.of(0);

/** The first key after `key`. */
export function successor(key: Uint8Array): Uint8Array {
  return concatBytes(key, ZERO);
}

export function* walk(access: MeteredRows, query: Query): Generator<Step> {
  const found =
    query.kind === "range"
      ? rangeRows(access, query)
      : requireKind(access.indexKinds, "search").search(access, query);
  const limits = query.steps.map((step) => ("limit" in step ? step.limit : Infinity));
  if (Math.min(Infinity, ...limits) === 0) return;
  for (const { key, row } of found) {
    const result = applySteps(query.steps, limits, row);
    yield { key, row: result === "dropped" ? null : row };
    if (result === "last") return;
  }
}

/** Sends a row through filters and limits in their order, counting the limits down. */
function applySteps(
  steps: readonly QueryStep[],
  remainingLimits: number[],
  row: StoredRow,
): "included" | "dropped" | "last" {
  let last = false;
  for (const [at, step] of steps.entries()) {
    if ("filter" in step) {
      if (!step.filter(row.document)) return last ? "last" : "dropped";
      continue;
    }
    const remaining = (remainingLimits[at] ?? 0) - 1;
    if (remaining < 0) return "dropped";
    remainingLimits[at] = remaining;
    last ||= remaining === 0;
  }
  return last ? "last" : "included";
}

function* rangeRows(access: MeteredRows, query: RangeQuery): Generator<FoundRow> {
  const noted: GrowingRange = query.reverse
    ? { index: query.index.address, from: query.to ?? BEYOND, ...(query.to && { to: query.to }) }
    : { index: query.index.address, from: query.from, to: query.from };
  access.noteGrowing(noted);
  let { from, to } = query;
  try {
    for (;;) {
      const version = access.version;
      let last: Uint8Array | undefined;
      for (const found of documentsIn(access, query, from, to)) {
        last = found.key;
        if (query.reverse) noted.from = found.key;
        else noted.to = successor(found.key);
        yield found;
        if (access.version !== version) break;
      }
      if (last === undefined || access.version === version) break;
      // The transaction wrote while it was reading: look again behind the last row.
      if (query.reverse) to = last;
      else from = successor(last);
    }
    if (query.reverse) noted.from = query.from;
    else if (query.to === undefined) delete noted.to;
    else noted.to = query.to;
  } finally {
    access.noteEnd(noted);
  }
}

/** Keys that were cut at the same place are stored in no order: all of them are read before the first is given. */
function* documentsIn(
  access: MeteredRows,
  { index, reverse, table }: RangeQuery,
  from: Uint8Array,
  to: Uint8Array | undefined,
): Generator<FoundRow> {
  // Where a bound is cut there are more entries than rows.
  const isInside = (key: Uint8Array): boolean =>
    compareBytes(key, from) >= 0 && (to === undefined || compareBytes(key, to) < 0);
  const isExact = !isCut(from) && (to === undefined || !isCut(to));
  let alike: FoundRow[] = [];
  for (const entry of access.entries({ index, from, to, reverse })) {
    const [first] = alike;
    if (first !== undefined && !areAlike(first.key, entry.key)) {
      yield* inOrder(alike, reverse);
      alike = [];
    }
    const row = access.load(table, idFrom(entry.value, index.name));
    if (row === null) throw new Error(`Index ${index.address} names a document that is not there.`);
    const key = isCut(entry.key) ? dbKey(index, row.document) : entry.key;
    if (!isExact && !isInside(key)) continue;
    if (isCut(entry.key)) alike.push({ key, row });
    else yield { key, row };
  }
  yield* inOrder(alike, reverse);
}

function areAlike(a: Uint8Array, b: Uint8Array): boolean {
  return isCut(a) && isCut(b) && compareBytes(uncutPart(a), uncutPart(b)) === 0;
}

function inOrder(rows: FoundRow[], reverse: boolean): FoundRow[] {
  return rows.sort((a, b) => (reverse ? compareBytes(b.key, a.key) : compareBytes(a.key, b.key)));
}

/** Secondary indexes keep the id; the index by id keeps the document. */
function idFrom(value: Uint8Array, indexName: string): string {
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
  return indexName === "by_id" ? (JSON.parse(text) as { _id: string })._id : text;
}
