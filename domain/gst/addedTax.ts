/**
 * Tax that comes on top of prices, for sellers who set their prices without it. An order keeps the rate of its moment, so that a later
 * change of the setting changes no price that was agreed on.
 */
import type { GstScheme } from "./documentKind";
import { isTaxed } from "./kinds";
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

/** Returns basis points; 0 while nobody has said the rate; undefined for untaxed goods, and where prices are what is paid. */
export function addedTaxBp(
  seller: PricingSeller,
  { taxKind = "taxable", gstRateBp = 0 }: ProductTax,
): number | undefined {
  if (pricesExcludeTaxOf(seller) !== true) return undefined;
  return isTaxed(taxKind) ? gstRateBp : undefined;
}
