/** Pasted rows with the products that they mean, and what is left to decide about them. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { firstQuantity, type NearestQuantities } from "../../../../domain/productTerms";
import type { PastedRow } from "./pastedRows";
import { nearestTo, type ProductHit } from "./quickOrder";

export type ProductMatch = FunctionReturnType<typeof api.quickOrder.match>[number];

export type MatchedRow = PastedRow & {
  /** Null until it is chosen. */
  readonly product: ProductHit | null;
  /** True if the text did not say which product: such rows come first, and stay there once one is chosen. */
  readonly wasOpen: boolean;
  /** Why the server refused the row, or null. */
  readonly refusal: string | null;
  /** Set once its pieces are in the basket: they count with those of later rows of the product. */
  readonly isDone?: true;
};

/** Returns each text once, in the order of the rows. */
export function textsOf(rows: readonly PastedRow[]): string[] {
  return [...new Set(rows.map(({ text }) => text))];
}

export function toMatchedRows(
  rows: readonly PastedRow[],
  matches: ReadonlyMap<string, ProductMatch>,
): MatchedRow[] {
  return rows.map((row) => {
    const match = matches.get(row.text);
    const product = match?.isSure === true ? (match.products[0] ?? null) : null;
    return { ...row, product, wasOpen: product === null, refusal: null };
  });
}

/** Returns the pieces of a product in all rows together. */
function sumOf(rows: readonly MatchedRow[], productId: string): number {
  return rows
    .filter(({ product }) => product?._id === productId)
    .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
}

/** Returns the quantities that this row could have instead, so that all rows of its product can be ordered together; null if it is right. */
export function nearestOfRow(
  rows: readonly MatchedRow[],
  { product, quantity }: MatchedRow,
): NearestQuantities | null {
  if (product === null) return null;
  const others = sumOf(rows, product._id) - (quantity ?? 0);
  if (quantity === null || quantity <= 0)
    return others > 0
      ? withoutOthers(nearestTo(product, others + 1) ?? { lower: null, upper: others + 1 }, others)
      : { lower: null, upper: firstQuantity(product) };
  const nearest = nearestTo(product, others + quantity);
  return nearest && withoutOthers(nearest, others);
}

function withoutOthers({ lower, upper }: NearestQuantities, others: number): NearestQuantities {
  const less = (quantity: number | null) =>
    quantity === null || quantity - others <= 0 ? null : quantity - others;
  return { lower: less(lower), upper: less(upper) };
}

/** Returns rows without a product first, then those with a wrong quantity, then the good ones; each in the order of the sheet. */
export function sectionsOf(all: readonly MatchedRow[]) {
  const isWrong = (row: MatchedRow) => nearestOfRow(all, row) !== null || row.refusal !== null;
  const rows = all.filter(({ isDone }) => isDone !== true);
  return {
    open: rows.filter(({ wasOpen }) => wasOpen),
    wrong: rows.filter((row) => !row.wasOpen && isWrong(row)),
    good: rows.filter((row) => !row.wasOpen && !isWrong(row)),
    /** Rows that can go into the basket. */
    ready: rows.filter((row) => row.product !== null && !isWrong(row)),
  };
}

/** Returns a line for each product with rows that can go into the basket: the pieces of these, and of those that are there already. */
export function matchedLines(
  rows: readonly MatchedRow[],
): { productId: string; quantity: number }[] {
  const { ready } = sectionsOf(rows);
  const counted = [...ready, ...rows.filter(({ isDone }) => isDone === true)];
  const ids = new Set(ready.flatMap(({ product }) => (product === null ? [] : [product._id])));
  return [...ids].map((productId) => ({ productId, quantity: sumOf(counted, productId) }));
}
