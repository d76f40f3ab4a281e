/** The form of a trader's tax details: as typed, and as they are sent. Pure. */
import type { Complete } from "../../../domain/fields/kinds";
import { type TAX_DETAIL_FIELDS, TAX_PARTY_FIELDS } from "../../../domain/fields/taxDetails";
import { gstinState, normalGstin } from "../../../domain/gst/gstin";
import { gstinFaultText } from "../../../domain/gst/gstinFault";
import { isStateCode, stateLabel } from "../../../domain/gst/states";
import { normalTaxDetails, type TaxDetails, taxFault } from "../../../domain/gst/taxDetails";
import type { TradeRole } from "../../../domain/roles";
import { t } from "../../../domain/language/texts";

export type TaxTyped = Complete<typeof TAX_DETAIL_FIELDS>;

/** "State: 27-Maharashtra" of a GSTIN that is begun; null before its first two digits. */
export function gstinStateText(gstin: string): string | null {
  const code = gstinState(normalGstin(gstin));
  if (code.length < 2) return null;
  return isStateCode(code)
    ? t("State: {state}", { state: stateLabel(code) })
    : gstinFaultText("state");
}

/** The State code that is typed, or that of the typed GSTIN once it has one. */
export function stateOf({ gstin, stateCode }: TaxTyped): string {
  const ofGstin = gstinState(normalGstin(gstin));
  return isStateCode(ofGstin) ? ofGstin : stateCode;
}

/** Null where all texts are empty: nothing is said any more. A distributor's State comes from its GSTIN. */
export function taxDetailsOf(values: TaxTyped, role: TradeRole): TaxDetails | null {
  const { gstin, legalName, pincode, ...others } = values;
  const texts = [gstin, legalName, pincode, ...(role === "retailer" ? [values.stateCode] : [])];
  if (texts.every((text) => text.trim() === "")) return null;
  const party = { gstin, legalName, pincode, stateCode: stateOf(values) };
  return normalTaxDetails(role === "distributor" ? { ...others, ...party } : party);
}

/** The first fault, at its field. */
export function taxProblems(
  values: TaxTyped,
  role: TradeRole,
): Partial<Record<keyof TaxTyped, string>> {
  const details = taxDetailsOf(values, role);
  const wrong = details && taxFault(details, role);
  if (wrong === null) return {};
  if (wrong.field === "legalName") return { legalName: t(TAX_PARTY_FIELDS.legalName.formReason) };
  if (wrong.field !== "gstin" || wrong.fault === "absent")
    return { [wrong.field]: t(TAX_PARTY_FIELDS[wrong.field].reason) };
  return { gstin: gstinFaultText(wrong.fault) };
}
