/** Details that a product's lines need on the documents of a distributor with a GSTIN. The form and the server share these rules. */
import { isHsn } from "./hsn";
import { isTaxed, type TaxKind } from "./kinds";
import { isRateOn } from "./rates";
import { isUnitCode } from "./units";

export type ProductTax = {
  readonly hsn?: string | undefined;
  /** Absent: nobody has said yet. */
  readonly taxKind?: TaxKind | undefined;
  /** The rate in basis points; with taxable goods alone. */
  readonly gstRateBp?: number | undefined;
  /** Absent: pieces. */
  readonly uqc?: string | undefined;
};

export type ProductTaxField = keyof ProductTax;

/** The first field that is wrong on a day (YYYY-MM-DD), or undefined. */
export function wrongProductTax(tax: ProductTax, day: string): ProductTaxField | undefined {
  const { hsn, taxKind, gstRateBp, uqc } = tax;
  if (hsn !== undefined && !isHsn(hsn)) return "hsn";
  if (uqc !== undefined && !isUnitCode(uqc)) return "uqc";
  const isOfTaxed = taxKind !== undefined && isTaxed(taxKind);
  if (!isOfTaxed) return gstRateBp === undefined ? undefined : "gstRateBp";
  return gstRateBp !== undefined && isRateOn(gstRateBp, day) ? undefined : "gstRateBp";
}
