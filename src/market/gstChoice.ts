/** One choice for what two fields say: a rate of GST, 0 %, or exempt. */
import { isTaxed } from "../../domain/gst/kinds";
import type { ProductTax } from "../../domain/gst/productTax";
import { ratesOn, rateText } from "../../domain/gst/rates";
import { t } from "../../domain/language/texts";

type Choice = { readonly value: string; readonly label: string };

/** Returns the choices of a day (YYYY-MM-DD). */
export function gstChoices(day: string): Choice[] {
  return [
    ...ratesOn(day).map((rate) => ({ value: String(rate), label: rateText(rate) })),
    { value: "nil", label: t("0% (nil-rated)") },
    { value: "exempt", label: t("Exempt") },
  ];
}

/** Returns "" where nobody has said yet. */
export function gstChoiceOf({ taxKind, gstRateBp }: ProductTax): string {
  if (taxKind === undefined) return "";
  return isTaxed(taxKind) ? String(gstRateBp ?? "") : taxKind;
}

export function taxOfChoice(choice: string): Pick<ProductTax, "taxKind" | "gstRateBp"> {
  if (choice === "") return {};
  if (choice === "nil" || choice === "exempt") return { taxKind: choice };
  return { taxKind: "taxable", gstRateBp: Number(choice) };
}
