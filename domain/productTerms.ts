/**
 * Terms on which a product is sold: its SKU, the smallest order, the pack that quantities are multiples of, and the price per piece
 * of larger orders. The form, the order page and the server share these rules. A term that is absent restricts nothing.
 */
import type { Stored } from "./fields/kinds";
import type { TERM_FIELDS } from "./fields/product";
import { ORDER_QUANTITY_MAX } from "./limits";
import { t } from "./language/texts";

export type ProductTerms = Stored<typeof TERM_FIELDS>;

export type PricedProduct = ProductTerms & { readonly pricePaise: number };

export type TermField = keyof typeof TERM_FIELDS;

/** Equal for SKUs that differ only in upper and lower case. */
export function skuKey(sku: string): string {
  return sku.toLowerCase();
}

/** The price of one piece in an order of so many: that of the last break that the order reaches. Integer paise. */
export function unitPrice(
  { pricePaise, priceBreaks = [] }: PricedProduct,
  quantity: number,
): number {
  return priceBreaks.findLast(({ from }) => quantity >= from)?.pricePaise ?? pricePaise;
}

/** The next cheaper break and how many pieces it is away; null when there is none. */
export function nextBreak(
  { priceBreaks = [] }: ProductTerms,
  quantity: number,
): { readonly missing: number; readonly pricePaise: number } | null {
  const next = priceBreaks.find(({ from }) => quantity < from);
  return next === undefined ? null : { missing: next.from - quantity, pricePaise: next.pricePaise };
}

/** The smallest quantity that can be ordered. */
export function firstQuantity({ minQuantity = 1, multiple = 1 }: ProductTerms): number {
  return Math.ceil(minQuantity / multiple) * multiple;
}

/** The nearest quantities that can be ordered, below and above a wrong one; null where there is none. */
export type NearestQuantities = { readonly lower: number | null; readonly upper: number | null };

/** Null if so many pieces can be ordered. */
export function wrongQuantity(terms: ProductTerms, quantity: number): NearestQuantities | null {
  const { multiple = 1 } = terms;
  const first = firstQuantity(terms);
  if (quantity >= first && quantity % multiple === 0) return null;
  if (quantity < first) return { lower: null, upper: first };
  const lower = Math.floor(quantity / multiple) * multiple;
  const upper = lower + multiple;
  return { lower, upper: upper <= ORDER_QUANTITY_MAX ? upper : null };
}

/** The nearest quantity that can be ordered, also of a fraction; the larger one of two that are equally near. */
export function nearestQuantity(terms: ProductTerms, quantity: number): number {
  const nearest = wrongQuantity(terms, quantity);
  if (nearest === null) return quantity;
  const { lower, upper } = nearest;
  if (lower === null || upper === null) return lower ?? upper ?? quantity;
  return quantity - lower < upper - quantity ? lower : upper;
}

/** "Order 48 or 72." */
export function nearestText({ lower, upper }: NearestQuantities): string {
  const [first, second] = [lower, upper]
    .filter((quantity) => quantity !== null)
    .map((quantity) => quantity.toLocaleString("en-IN"));
  return second === undefined
    ? t("Order {quantity}.", { quantity: first ?? "" })
    : t("Order {lower} or {upper}.", { lower: first ?? "", upper: second });
}
