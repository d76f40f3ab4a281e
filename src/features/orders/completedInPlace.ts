/** Keeps a completed placement where its card stood, though the live list of accepted orders has let it go. */
import type { IncomingOrder } from "./orderRow";
import type { IncomingPlacement } from "./placements";

/** The placement as it will be, for as long as the server has not said so. */
export function withCompleted(placement: IncomingPlacement, nowMs: number): IncomingPlacement {
  const complete = (line: IncomingOrder): IncomingOrder => ({
    ...line,
    status: "completed",
    completedOn: nowMs,
  });
  const [first, ...others] = placement.lines;
  return { ...placement, lines: [complete(first), ...others.map(complete)] };
}

/** `rows` with the returned placements in their places by `compare`; a returned one wins over its old self. */
export function withReturned<Row extends { readonly _id: string }>(
  rows: readonly Row[],
  returned: readonly Row[],
  compare: (a: Row, b: Row) => number,
): readonly Row[] {
  if (returned.length === 0) return rows;
  const ids = new Set(returned.map((row) => row._id));
  const others = rows.filter((row) => !ids.has(row._id));
  return [...others, ...returned].sort(compare);
}

/** The order of the accepted list. */
export function byDelivery(a: IncomingPlacement, b: IncomingPlacement): number {
  const [one, other] = [a, b].map(({ lines: [{ deliveryBefore = "" }] }) => deliveryBefore);
  return (one ?? "").localeCompare(other ?? "") || a.createdAt - b.createdAt;
}
