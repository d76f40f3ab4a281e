/**
 * Tax of goods whose price was agreed on without it. The rate that was agreed on is the document's, as long as there is such a rate: a
 * later change of the product raises no price. Apart from `addedTax.ts`, which needs no table of rates.
 */
import type { ProductTax } from "./productTax";
import { isRateOn } from "./rates";

type Rated = Pick<ProductTax, "taxKind" | "gstRateBp">;

/** Returns kind and rate on a day (YYYY-MM-DD): those that were agreed on, or else those of the product now. */
export function agreedTax(product: Rated, addedTaxBp: number | undefined, day: string): Rated {
  if (addedTaxBp !== undefined && isRateOn(addedTaxBp, day))
    return { taxKind: "taxable", gstRateBp: addedTaxBp };
  return { taxKind: product.taxKind, gstRateBp: product.gstRateBp };
}
