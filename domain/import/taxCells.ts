/** Cells of an import that say how a product is taxed, and the same values as an export writes them. */
import { TAX_KIND_LABELS, TAX_KINDS, type TaxKind } from "../gst/kinds";
import { ratesOn, rateText } from "../gst/rates";
import { isHsn } from "../gst/hsn";
import { isUnitCode, UNIT_CODES, type UnitCode, unitName } from "../gst/units";
import { plainNumber, type Read } from "../typedNumber";

/** Without signs and blanks, in lower case: "Nil Rated" is "nil-rated". */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}

export function readHsn(text: string): Read<string> {
  return isHsn(text) ? { value: text } : { reason: "An HSN code has 4, 6 or 8 digits." };
}

const KINDS = new Map<string, TaxKind>([
  ...TAX_KINDS.map((kind) => [lettersOf(TAX_KIND_LABELS[kind]), kind] as const),
  ["nil", "nil"] as const,
  ["exempted", "exempt"] as const,
  ["taxed", "taxable"] as const,
]);

export function readTaxKind(text: string): Read<TaxKind> {
  const value = KINDS.get(lettersOf(text));
  return value === undefined
    ? { reason: `The kind is one of: ${Object.values(TAX_KIND_LABELS).join(", ")}.` }
    : { value };
}

const POINTS_PER_PERCENT = 100;

/** "18%" → 1800. Which rates there are depends on the day, and is judged with the other details. */
export function readRate(text: string): Read<number> {
  const number = plainNumber(text.endsWith("%") ? text.slice(0, -1).trim() : text);
  if ("reason" in number) return number;
  const points = Math.round(Number(number.value) * POINTS_PER_PERCENT);
  return points / POINTS_PER_PERCENT === Number(number.value)
    ? { value: points }
    : { reason: "A rate has at most two decimals." };
}

/** Names the rates of a day (YYYY-MM-DD), for whoever wrote another one. */
export function rateReason(day: string): string {
  return `Taxable goods have one of these rates: ${ratesOn(day).map(rateText).join(", ")}. Others have none.`;
}

const UNITS = new Map<string, UnitCode>(
  UNIT_CODES.map((code) => [lettersOf(unitName(code)), code]),
);

/** "pcs" and "Pieces" are PCS. */
export function readUnit(text: string): Read<string> {
  const code = text.toUpperCase();
  const value = isUnitCode(code) ? code : UNITS.get(lettersOf(text));
  return value === undefined
    ? { reason: "Write a unit of GST returns, such as PCS, BOX, KGS or DOZ." }
    : { value };
}

/** Texts of an export, by whether prices exclude tax. */
export function priceBasisText(pricesExcludeTax: boolean): string {
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
  const letters = lettersOf(text);
  const value = BASES.get(letters) ?? BASES.get(letters.replace(/(?:oftax|ofgst|tax|gst)$/, ""));
  return value === undefined ? { reason: "Write “With tax” or “Without tax”." } : { value };
}
