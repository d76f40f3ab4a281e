/** Texts of taxes in files: the rates of a day, and whether prices have tax in them. */
import { ratesOn, rateText } from "../gst/rates";
import { letters } from "../text";
import type { Read } from "../typedNumber";
import { t } from "../language/texts";

/** Names the rates of a day (YYYY-MM-DD), for whoever wrote another one. */
export function rateReason(day: string): string {
  return t("Taxable goods have one of these rates: {rates}. Others have none.", {
    rates: ratesOn(day).map(rateText).join(", "),
  });
}

/** Texts of an export, which an import reads in English, by whether prices exclude tax. */
export function priceBasisText(pricesExcludeTax: boolean): string {
  // oxlint-disable-next-line mandi/no-bare-words -- An import reads them.
  return pricesExcludeTax ? "Without tax" : "With tax";
}

const BASES = new Map<string, boolean>([
  ...["withtax", "with", "inclusive", "incl", "yes", "including"].map(
    (text) => [text, false] as const,
  ),
  ...["withouttax", "without", "exclusive", "excl", "no", "excluding"].map(
    (text) => [text, true] as const,
  ),
]);

/** Returns true for prices without tax. */
export function readPriceBasis(text: string): Read<boolean> {
  const word = letters(text);
  const value = BASES.get(word) ?? BASES.get(word.replace(/(?:oftax|ofgst|tax|gst)$/, ""));
  return value === undefined ? { reason: t("Write “With tax” or “Without tax”.") } : { value };
}
