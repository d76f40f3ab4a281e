/**
 * Details that a business gives for its documents. The form in the settings and the server share these rules. Of a distributor they
 * begin with the GSTIN; a retailer without one still has a State, by which it is known whether goods cross a border.
 */
import type { TradeRole } from "../roles";
import type { GstScheme } from "./documentKind";
import { gstinFault, gstinState, normalGstin } from "./gstin";
import type { GstinFault } from "./gstinFault";
import { isPinCode, isStateCode } from "./states";

export type TaxDetails = {
  readonly gstin?: string | undefined;
  /** The name of the registration, where it is not that of the business. */
  readonly legalName?: string | undefined;
  /** The State; that of the GSTIN where a business has one. */
  readonly stateCode: string;
  readonly pincode: string;
  /** Distributors only; absent: regular. */
  readonly gstScheme?: GstScheme | undefined;
  /** Distributors only: more than ₹5 crore in the year before. */
  readonly turnoverAbove5Cr?: boolean | undefined;
  /** Distributors of the regular scheme only: tax comes on top of their prices. */
  readonly pricesExcludeTax?: boolean | undefined;
  /** Distributors only: what their documents ask for is a whole number of rupees. */
  readonly roundsToRupee?: boolean | undefined;
};

export type TaxFault =
  | { readonly field: "gstin"; readonly fault: GstinFault | "absent" }
  | { readonly field: "stateCode" | "pincode" };

/** The details in the form in which they are stored. */
export function normalTaxDetails(input: TaxDetails): TaxDetails {
  const { gstin = "", legalName = "", gstScheme, turnoverAbove5Cr } = input;
  const { pricesExcludeTax, roundsToRupee } = input;
  const normal = normalGstin(gstin);
  return {
    ...(normal !== "" && { gstin: normal }),
    ...(legalName.trim() !== "" && { legalName: legalName.trim() }),
    stateCode: normal === "" ? input.stateCode : gstinState(normal),
    pincode: input.pincode.replace(/\s/g, ""),
    ...(gstScheme === "composition" && { gstScheme }),
    ...(turnoverAbove5Cr === true && { turnoverAbove5Cr }),
    ...(gstScheme !== "composition" && pricesExcludeTax === true && { pricesExcludeTax }),
    ...(roundsToRupee === true && { roundsToRupee }),
  };
}

/** The first fault of details that `normalTaxDetails` returned, or null. */
export function taxFault(
  { gstin, stateCode, pincode }: TaxDetails,
  role: TradeRole,
): TaxFault | null {
  if (gstin === undefined && role === "distributor") return { field: "gstin", fault: "absent" };
  const fault = gstin === undefined ? null : gstinFault(gstin);
  if (fault !== null) return { field: "gstin", fault };
  if (!isStateCode(stateCode)) return { field: "stateCode" };
  return isPinCode(pincode) ? null : { field: "pincode" };
}
