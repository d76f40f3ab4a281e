/**
 * Terms on which a product is sold: its SKU, the smallest order, the pack that quantities are multiples of, and the price per piece
 * of larger orders. The form, the order page and the server share these rules. A term that is absent restricts nothing.
 */
import { ORDER_QUANTITY_MAX, PRICE_BREAKS_MAX, PRICE_MAX_PAISE, SKU_MAX } from "./limits";
import { cleanText } from "./text";

/** From this quantity on, each piece of the order costs so much. */
export type PriceBreak = { readonly from: number; readonly pricePaise: number };

export type ProductTerms = {
  /** The distributor's own article number, unique among its products on sale. */
  readonly sku?: string | undefined;
  /** Absent: 1. */
  readonly minQuantity?: number | undefined;
  /** Absent: 1. */
  readonly multiple?: number | undefined;
  /** In ascending order of quantity, each cheaper than the one before and than the product's price. */
  readonly priceBreaks?: readonly PriceBreak[] | undefined;
};

export type PricedProduct = ProductTerms & { readonly pricePaise: number };

export const TERM_FIELDS = [
  "sku",
  "minQuantity",
  "multiple",
  "priceBreaks",
] as const satisfies (keyof ProductTerms)[];

export type TermField = (typeof TERM_FIELDS)[number];

function isQuantity(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= ORDER_QUANTITY_MAX;
}

/** The SKU as it is stored; undefined if it is empty, too long or not storable. */
export function cleanSku(text: string): string | undefined {
  return cleanText(text, { min: 1, max: SKU_MAX, multiline: false });
}

/** Equal for SKUs that differ only in upper and lower case. */
export function skuKey(sku: string): string {
  return sku.toLowerCase();
}

function areBreaks({ priceBreaks = [], minQuantity = 1, pricePaise }: PricedProduct): boolean {
  if (priceBreaks.length > PRICE_BREAKS_MAX) return false;
  let last = { from: Math.max(minQuantity, 2) - 1, pricePaise };
  for (const next of priceBreaks) {
    if (!isQuantity(next.from) || next.from <= last.from) return false;
    const { pricePaise: price } = next;
    if (!Number.isInteger(price) || price < 1 || price > PRICE_MAX_PAISE) return false;
    if (price >= last.pricePaise) return false;
    last = next;
  }
  return true;
}

/** The first term that is wrong, or undefined. Breaks are judged by the minimum and the price. */
export function wrongTerm(product: PricedProduct): TermField | undefined {
  const { sku, minQuantity = 1, multiple = 1 } = product;
  if (sku !== undefined && cleanSku(sku) !== sku) return "sku";
  if (!isQuantity(minQuantity)) return "minQuantity";
  if (!isQuantity(multiple) || firstQuantity(product) > ORDER_QUANTITY_MAX) return "multiple";
  return areBreaks(product) ? undefined : "priceBreaks";
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
  const found = [lower, upper].filter((quantity) => quantity !== null);
  return `Order ${found.map((quantity) => quantity.toLocaleString("en-IN")).join(" or ")}.`;
}
