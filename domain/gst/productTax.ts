/** Details that a product's lines need on the documents of a distributor with a GSTIN. The form and the server share these rules. */
import { checkValue, type Stored } from "../fields/kinds";
import { TAX_FIELDS } from "../fields/product";
import { isTaxed } from "./kinds";
import { isRateOn } from "./rates";

export type ProductTax = Stored<typeof TAX_FIELDS>;

export type ProductTaxField = keyof ProductTax;

/** The first field that is wrong on a day (YYYY-MM-DD), or undefined. */
export function wrongProductTax(tax: ProductTax, day: string): ProductTaxField | undefined {
  const { taxKind, gstRateBp } = tax;
  for (const name of ["hsn", "uqc"] as const)
    if (tax[name] !== undefined && checkValue(TAX_FIELDS[name], tax[name]) === undefined)
      return name;
  const isOfTaxed = taxKind !== undefined && isTaxed(taxKind);
  if (!isOfTaxed) return gstRateBp === undefined ? undefined : "gstRateBp";
  return gstRateBp !== undefined && isRateOn(gstRateBp, day) ? undefined : "gstRateBp";
}
