/**
 * Numbers and sums of money as people type them, in forms and in files of an import: "50,000", "₹1,00,000", "Rs 50000", "500/-". What may
 * mean another number (a decimal comma, a long number as 4.56E+12) is refused and never guessed at. Programs write theirs plainly, see `money.ts`.
 */
import { formatRupees, groupIndian, parseRupees } from "./money";
import { trimBlank, withoutTrailing } from "./text";
import { msg, t } from "./language/texts";

export type Read<Value> = { readonly value: Value } | { readonly reason: string };

/** 4.56E+12: the digits behind the first few are gone. */
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/u;
/** Nobody groups a number that begins with 0: the comma of 0,500 is one of decimals. */
const GROUPED = /^(?:[1-9]\d?(?:,\d{2})*,\d{3}|[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:[.\s]\d{3})+),\d{1,2}$/;
const CURRENCY_BEFORE = /^(?:₹|rs\.?|inr)/i;
const CURRENCY_BEHIND = /(?:\/-|₹|rs\.?|inr)$/i;

/** The most characters of an amount, with the blanks that a paste brings along. */
const TYPED_RUPEES_MAX = 100;

/** True for a number that a spreadsheet shortened, and for none else. */
export function isShortened(text: string): boolean {
  return SCIENTIFIC.test(text);
}

/** A sum without grouping whose decimals may still be typed. */
const DIGITS = /^(\d{1,13})(\.\d*)?$/;

/** Groups digits as in India: "100000.5" → "1,00,000.5". Any other text stays as it is. */
export function groupedDigits(text: string): string {
  const [, whole, decimals = ""] = DIGITS.exec(text) ?? [];
  return whole === undefined ? text : `${groupIndian(whole)}${decimals}`;
}

export const SHORTENED_REASON = msg(
  "The spreadsheet shortened this number. Format the column as text and enter it again.",
);

/** A plain number without grouping. */
export function plainNumber(text: string): Read<string> {
  if (isShortened(text)) return { reason: t(SHORTENED_REASON) };
  if (OTHER_DIGITS.test(text)) return { reason: t("Please use the digits 0 to 9.") };
  if (/^[-−(]/.test(text)) return { reason: t("This must not be below 0.") };
  if (DECIMAL_COMMA.test(text)) {
    const meant = text.replaceAll(/[.\s]/g, "").replace(",", ".");
    return { reason: t("A comma divides no decimals here: write {meant}.", { meant }) };
  }
  if (GROUPED.test(text)) return { value: text.replaceAll(",", "") };
  return {
    reason: /^[\d.,]+$/.test(text)
      ? t("The commas or points of this number are misplaced: write it as 1,00,000.50.")
      : t("This is no number."),
  };
}

/** "₹1,00,000" → paise, at most `maxPaise`; else the reason why not. */
export function readRupees(text: string, maxPaise: number): Read<number> {
  const number = plainNumber(text.replace(CURRENCY_BEFORE, "").replace(CURRENCY_BEHIND, "").trim());
  if ("reason" in number) return number;
  const [whole = "", decimals = ""] = number.value.split(".");
  const paise = parseRupees(`${whole}.${withoutTrailing(decimals, "0").padEnd(2, "0")}`);
  if (/[1-9]/.test(decimals.slice(2))) return { reason: t("A price has at most two decimals.") };
  if (paise === null || paise > maxPaise)
    return { reason: t("The highest price is {sum}.", { sum: formatRupees(maxPaise) }) };
  return { value: paise };
}

/** The sum that a form's text means, paise; null for a text that is none. Every field for money reads with it. */
export function typedRupees(text: string): number | null {
  if (text.length > TYPED_RUPEES_MAX) return null;
  const sum = readRupees(trimBlank(text), Number.MAX_SAFE_INTEGER);
  return "value" in sum ? sum.value : null;
}
