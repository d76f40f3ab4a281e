/**
 * Products and quantities of a placement as it was sent, from its stored request: unlike its orders, they never change, so that
 * queries on them don't run again when an order moves.
 */
import type { Doc, Id } from "../_generated/dataModel";

type PlacedLine = { readonly productId: Id<"products">; readonly quantity: number };

/** As `place` writes it: the message, then product, quantity and sent price of each line. */
type StoredRequest = readonly [
  msg: string,
  lines: readonly (readonly [productId: Id<"products">, quantity: number, ...rest: unknown[]])[],
  ...rest: unknown[],
];

export function placedLinesOf({ request }: Doc<"placements">): PlacedLine[] {
  const [, lines] = JSON.parse(request) as StoredRequest;
  return lines.map(([productId, quantity]) => ({ productId, quantity }));
}
