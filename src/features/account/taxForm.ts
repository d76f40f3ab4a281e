/** The form of a trader's tax details: as typed, and as they are sent. Pure. */
import { gstinState, normalGstin } from "../../../domain/gst/gstin";
import { gstinFaultText } from "../../../domain/gst/gstinFault";
import { isStateCode, stateLabel } from "../../../domain/gst/states";
import { normalTaxDetails, type TaxDetails, taxFault } from "../../../domain/gst/taxDetails";
import { NAME_MAX } from "../../../domain/limits";
import type { TradeRole } from "../../../domain/roles";
import { cleanText } from "../../../domain/text";

export type TaxTyped = {
  readonly gstin: string;
  readonly legalName: string;
  readonly stateCode: string;
  readonly pincode: string;
  readonly scheme: "regular" | "composition";
  readonly turnover: "small" | "large";
  readonly prices: "withTax" | "withoutTax";
  readonly sums: "exact" | "rounded";
};

export function taxTypedOf(details: Partial<TaxDetails>): TaxTyped {
  const { gstin = "", legalName = "", stateCode = "", pincode = "" } = details;
  const scheme = details.gstScheme ?? "regular";
  const turnover = details.turnoverAbove5Cr === true ? "large" : "small";
  const prices = details.pricesExcludeTax === true ? "withoutTax" : "withTax";
  const sums = details.roundsToRupee === true ? "rounded" : "exact";
  return { gstin, legalName, stateCode, pincode, scheme, turnover, prices, sums };
}

/** "State: 27-Maharashtra" of a GSTIN that is begun; null before its first two digits. */
export function gstinStateText(gstin: string): string | null {
  const code = gstinState(normalGstin(gstin));
  if (code.length < 2) return null;
  return isStateCode(code) ? `State: ${stateLabel(code)}` : gstinFaultText("state");
}

/** The State code that is typed, or that of the typed GSTIN once it has one. */
export function stateOf({ gstin, stateCode }: TaxTyped): string {
  const ofGstin = gstinState(normalGstin(gstin));
  return isStateCode(ofGstin) ? ofGstin : stateCode;
}

/** Null where all texts are empty: nothing is said any more. A distributor's State comes from its GSTIN. */
export function taxDetailsOf(values: TaxTyped, role: TradeRole): TaxDetails | null {
  const { gstin, legalName, stateCode, pincode, scheme, turnover, prices, sums } = values;
  const texts = [gstin, legalName, pincode, ...(role === "retailer" ? [stateCode] : [])];
  if (texts.every((text) => text.trim() === "")) return null;
  return normalTaxDetails({
    gstin,
    legalName,
    pincode,
    stateCode: stateOf(values),
    ...(role === "distributor" && {
      gstScheme: scheme,
      turnoverAbove5Cr: turnover === "large",
      pricesExcludeTax: prices === "withoutTax",
      roundsToRupee: sums === "rounded",
    }),
  });
}

/** The first fault, at its field. */
export function taxProblems(
  values: TaxTyped,
  role: TradeRole,
): Partial<Record<keyof TaxTyped, string>> {
  const details = taxDetailsOf(values, role);
  if (details === null) return {};
  const name = details.legalName ?? "";
  if (name !== "" && cleanText(name, { min: 1, max: NAME_MAX, multiline: false }) === undefined)
    return { legalName: `Please use at most ${NAME_MAX} plain characters.` };
  const fault = taxFault(details, role);
  switch (fault?.field) {
    case undefined:
      return {};
    case "gstin":
      return {
        gstin: fault.fault === "absent" ? "Please enter your GSTIN." : gstinFaultText(fault.fault),
      };
    case "stateCode":
      return { stateCode: "Please choose your State." };
    case "pincode":
      return { pincode: "Please enter a PIN code of six digits." };
  }
}
