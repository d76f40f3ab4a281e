/**
 * Tax that comes on top of prices, for sellers who set their prices without it. An order keeps the rate of its moment, so that a later
 * change of the setting changes no price that was agreed on.
 */
import type { GstScheme } from "./documentKind";
import { isTaxed } from "./kinds";
import { type QuotedPrice, quotedPrice } from "../price";
import type { ProductTax } from "./productTax";

type PricingSeller = {
  readonly gstin?: string | undefined;
  readonly gstScheme?: GstScheme | undefined;
  readonly pricesExcludeTax?: boolean | undefined;
};

/** True where tax comes on top of a seller's prices; undefined for sellers who charge none. */
export function pricesExcludeTaxOf({
  gstin,
  gstScheme = "regular",
  pricesExcludeTax = false,
}: PricingSeller): boolean | undefined {
  return gstin === undefined || gstScheme !== "regular" ? undefined : pricesExcludeTax;
}

/** Returns the seller's price of a product, at its unit price unless another is named. Untaxed goods have no tax on top. */
export function quoteOf(
  seller: PricingSeller | null | undefined,
  product: ProductTax & Pick<QuotedPrice, "pricePaise">,
  pricePaise: number = product.pricePaise,
): QuotedPrice {
  const { taxKind = "taxable", gstRateBp = 0 } = product;
  const hasTaxOnTop = seller && pricesExcludeTaxOf(seller) === true && isTaxed(taxKind);
  return quotedPrice({ pricePaise, addedTaxBp: hasTaxOnTop ? gstRateBp : undefined });
}
