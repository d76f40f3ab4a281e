/**
 * Rules of the details that a business gives for its documents. The form in the settings and the server share them. Of a distributor
 * they begin with the GSTIN; a retailer without one still has a State, by which it is known whether goods cross a border.
 */
import { checkText } from "../fields/text";
import { type Stored, toComplete, toStored } from "../fields/kinds";
import { TAX_DETAIL_FIELDS, TAX_PARTY_FIELDS } from "../fields/taxDetails";
import type { TradeRole } from "../roles";
import { gstinFault, gstinState, normalGstin } from "./gstin";
import type { GstinFault } from "./gstinFault";

export type TaxDetails = Stored<typeof TAX_DETAIL_FIELDS> & {
  readonly stateCode: string;
  readonly pincode: string;
};

export type TaxFault =
  | { readonly field: "gstin"; readonly fault: GstinFault | "absent" }
  | { readonly field: "stateCode" | "pincode" | "legalName" };

/** Replaces all details of a business that says none. */
export const NO_TAX_DETAILS = toStored(TAX_DETAIL_FIELDS, toComplete(TAX_DETAIL_FIELDS, {}));

/** Returns the details in the form in which they are stored. */
export function normalTaxDetails(input: TaxDetails): TaxDetails {
  const gstin = normalGstin(input.gstin ?? "");
  const legalName = (input.legalName ?? "").trim();
  const complete = {
    ...toComplete(TAX_DETAIL_FIELDS, input),
    gstin,
    legalName: checkText(TAX_PARTY_FIELDS.legalName, legalName) ?? legalName,
    pricesExcludeTax: input.gstScheme !== "composition" && input.pricesExcludeTax === true,
  };
  return {
    ...toStored(TAX_DETAIL_FIELDS, complete),
    stateCode: gstin === "" ? input.stateCode : gstinState(gstin),
    pincode: input.pincode.replace(/\s/g, ""),
  };
}

/** Returns the first fault of details that `normalTaxDetails` returned, or null. */
export function taxFault(details: TaxDetails, role: TradeRole): TaxFault | null {
  const { gstin, stateCode, pincode, legalName = "" } = details;
  if (gstin === undefined && role === "distributor") return { field: "gstin", fault: "absent" };
  const fault = gstin === undefined ? null : gstinFault(gstin);
  if (fault !== null) return { field: "gstin", fault };
  if (TAX_PARTY_FIELDS.stateCode.find(stateCode) === undefined) return { field: "stateCode" };
  if (TAX_PARTY_FIELDS.pincode.find(pincode) === undefined) return { field: "pincode" };
  const isName = checkText(TAX_PARTY_FIELDS.legalName, legalName) !== undefined;
  return isName ? null : { field: "legalName" };
}
