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

type Placed = { readonly _id: string; readonly createdAt: number };

/** `rows`, the latest first, with the returned orders in their places; a returned order wins over its old self. */
export function withReturned<Row extends Placed>(
  rows: readonly Row[],
  returned: readonly Row[],
): readonly Row[] {
  if (returned.length === 0) return rows;
  const ids = new Set(returned.map((row) => row._id));
  const others = rows.filter((row) => !ids.has(row._id));
  return [...others, ...returned].sort((a, b) => b.createdAt - a.createdAt);
}
