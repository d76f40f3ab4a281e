/**
 * Money is a whole number of paise inside, and rupees with two decimals at the edge. No sum here ever passes
 * through a fraction, so that quantity × price is exact.
 */
import { t } from "./language/texts";

const PAISE_PER_RUPEE = 100;

/** "12", "12.5", "12.50": no sign, no grouping, no currency, no other digits than 0–9. */
const RUPEES = /^\d{1,13}(?:\.\d{1,2})?$/;

/** Sixteen characters of an amount and the blanks that a paste brings along. */
const RUPEES_TEXT_MAX = 100;

/** Indian grouping: the last three digits, then pairs. */
export function groupIndian(digits: string): string {
  const head = digits.slice(0, -3);
  const tail = digits.slice(-3);
  return head === "" ? tail : `${head.replace(/\B(?=(?:\d{2}){1,10}$)/g, ",")},${tail}`;
}

/** 10000000 → "₹1,00,000.00". */
export function formatRupees(paise: number): string {
  const sign = paise < 0 ? "-" : "";
  const whole = Math.abs(Math.trunc(paise));
  const rest = whole % PAISE_PER_RUPEE;
  const rupees = (whole - rest) / PAISE_PER_RUPEE;
  return `${sign}₹${groupIndian(String(rupees))}.${String(rest).padStart(2, "0")}`;
}

const LAKH = 1_00_000;
const CRORE = 1_00_00_000;

/** "1.5": two decimals at most. Whole hundredths, so that no fraction is rounded twice. */
function inUnits(rupees: number, unit: number): string {
  const hundredths = Math.round((rupees * 100) / unit);
  const whole = groupIndian(String(Math.floor(hundredths / 100)));
  const rest = String(hundredths % 100)
    .padStart(2, "0")
    .replace(/0{1,2}$/, "");
  return rest === "" ? whole : `${whole}.${rest}`;
}

/** 1_57_760_00 → "₹1.58 lakh": a figure to read at a glance, beside the exact one. Whole rupees below a lakh. */
export function shortRupees(paise: number): string {
  const sign = paise < 0 ? "-" : "";
  const rupees = Math.round(Math.abs(paise) / PAISE_PER_RUPEE);
  if (rupees < LAKH) return `${sign}₹${groupIndian(String(rupees))}`;
  // From 99.995 lakh on it would read "100 lakh".
  return rupees < CRORE - LAKH / 200
    ? t("{sum} lakh", { sum: `${sign}₹${inUnits(rupees, LAKH)}` })
    : t("{sum} crore", { sum: `${sign}₹${inUnits(rupees, CRORE)}` });
}

/** 12345 → "123.45": what UPI links and form fields want. */
export function plainRupees(paise: number): string {
  const rest = paise % PAISE_PER_RUPEE;
  return `${String((paise - rest) / PAISE_PER_RUPEE)}.${String(rest).padStart(2, "0")}`;
}

/** Parses a typed amount to paise; null unless it is a plain amount with at most two decimals. */
export function parseRupees(text: string): number | null {
  if (text.length > RUPEES_TEXT_MAX) return null;
  const trimmed = text.trim();
  if (!RUPEES.test(trimmed)) return null;
  const [rupees = "0", decimals = ""] = trimmed.split(".");
  return Number(rupees) * PAISE_PER_RUPEE + Number(decimals.padEnd(2, "0"));
}

/** A JSON number of rupees → paise, or null if it is negative, not finite, too big or finer than a paisa. */
export function paiseOfRupees(rupees: number): number | null {
  const paise = Math.round(rupees * PAISE_PER_RUPEE);
  const exact = Number.isSafeInteger(paise) && paise >= 0 && paise / PAISE_PER_RUPEE === rupees;
  return exact ? paise : null;
}

/** paise → a JSON number of rupees: 435 → 4.35. */
export function rupeesOfPaise(paise: number): number {
  return paise / PAISE_PER_RUPEE;
}

/** Exact for every price and quantity that the limits allow: the product stays below 2^53. */
export function lineTotal(pricePaise: number, quantity: number): number {
  return pricePaise * quantity;
}
