/** Products as quick order finds them, and which quantities of them can be ordered. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { ORDER_QUANTITY_MAX } from "../../../../domain/limits";
import { formatRupees } from "../../../../domain/money";
import { priceFor, priceText, totalWithTax } from "../../../../domain/price";
import { searchKey } from "../../../../domain/searchKey";
import {
  type NearestQuantities,
  type ProductTerms,
  wrongQuantity,
} from "../../../../domain/productTerms";
import { t } from "../../../../domain/language/texts";

export type ProductHit = FunctionReturnType<typeof api.search.products>[number];

/** Returns the nearest quantities that can be ordered instead of a wrong one, or null. It may be no whole number, or more than one order has. */
export function nearestTo(terms: ProductTerms, quantity: number): NearestQuantities | null {
  if (quantity <= ORDER_QUANTITY_MAX) return wrongQuantity(terms, quantity);
  const { multiple = 1 } = terms;
  return { lower: Math.floor(ORDER_QUANTITY_MAX / multiple) * multiple, upper: null };
}

export function packText({ packSize }: Pick<ProductHit, "packSize">): string {
  return t("Pack of {pieces}", { pieces: packSize.toLocaleString("en-IN") });
}

type BreakAhead = { readonly missing: number; readonly pricePaise: number };

/** Returns, for example, "6 more: ₹84.50 each": how near the next price break is. */
export function breakText({ missing, pricePaise }: BreakAhead): string {
  return t("{pieces} more: {price} each", {
    pieces: missing.toLocaleString("en-IN"),
    price: formatRupees(pricePaise),
  });
}

/** Returns, for example, "RICE-10 · Asha Traders · Pack of 24": what tells a product from others of its name; its own seller needs no seller's name. */
export function hitText(product: ProductHit, isOwn = false): string {
  const { sku, distributorName } = product;
  const facts = [sku, isOwn ? undefined : distributorName, packText(product)];
  return facts.filter((fact) => fact !== undefined).join(" · ");
}

/** Returns the one product that a text means beyond doubt: by its SKU, by its name, or as the only one with the text in it; else null. */
export function productMeant(text: string, hits: readonly ProductHit[]): ProductHit | null {
  const key = searchKey(text.trim());
  const bySku = hits.filter(({ sku }) => sku !== undefined && searchKey(sku) === key);
  const byName = hits.filter(({ name }) => searchKey(name) === key);
  const byPart = hits.filter(({ isHeard }) => isHeard !== true);
  const meant = [bySku, byName, byPart].find(({ length }) => length > 0) ?? [];
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/** Returns, for example, "Pack of 24 · ₹84.50 · = ₹1,014.00": what so many pieces cost, at the price of that quantity. */
export function costText(product: ProductHit, quantity: number): string {
  const price = priceFor(product, quantity);
  const total = formatRupees(totalWithTax(price, quantity));
  return `${packText(product)} · ${priceText(price)} · =\u00a0${total}`;
}
