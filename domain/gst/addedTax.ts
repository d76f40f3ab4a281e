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

/** Returns basis points; 0 while nobody has said the rate; undefined for untaxed goods, and where prices are what is paid. */
export function addedTaxBp(
  { gstin, gstScheme = "regular", pricesExcludeTax }: PricingSeller,
  { taxKind = "taxable", gstRateBp = 0 }: ProductTax,
): number | undefined {
  if (pricesExcludeTax !== true || gstin === undefined || gstScheme !== "regular") return undefined;
  return isTaxed(taxKind) ? gstRateBp : undefined;
}
