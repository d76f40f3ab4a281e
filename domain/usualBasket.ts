/** The products that a retailer usually orders of a distributor, from the latest orders to it. */
import { USUAL_LINES_MAX, USUAL_TIMES_MIN } from "./limits";

type Line<ProductId> = { readonly productId: ProductId; readonly quantity: number };

export type UsualLine<ProductId> = {
  readonly productId: ProductId;
  /** The median of the quantities that were ordered, which may end in a half. */
  readonly quantity: number;
};

/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.ceil(sorted.length / 2) - 1;
  return ((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2;
}

function quantitiesIn<ProductId>(lines: readonly Line<ProductId>[]): Map<ProductId, number> {
  const quantities = new Map<ProductId, number>();
  for (const { productId, quantity } of lines)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return quantities;
}

/**
 * Returns the products that are in at least USUAL_TIMES_MIN of the orders, which come latest first: those ordered most often
 * first, at most USUAL_LINES_MAX.
 */
export function usualLines<ProductId>(
  orders: readonly (readonly Line<ProductId>[])[],
): UsualLine<ProductId>[] {
  const ordered = new Map<ProductId, number[]>();
  for (const lines of orders) {
    for (const [productId, quantity] of quantitiesIn(lines))
      ordered.set(productId, [...(ordered.get(productId) ?? []), quantity]);
  }
  return [...ordered]
    .filter(([, quantities]) => quantities.length >= USUAL_TIMES_MIN)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, USUAL_LINES_MAX)
    .map(([productId, quantities]) => ({ productId, quantity: median(quantities) }));
}
