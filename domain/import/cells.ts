/**
 * Cells of an import: what a text means, or the reason why it is refused. Spreadsheets change what was typed (a decimal comma, a
 * long number as 4.56E+12, a date out of 5-12), so whatever may have been changed is refused and never guessed at.
 */
import {
  ORDER_QUANTITY_MAX,
  PACK_SIZE_MAX,
  PICTURE_ADDRESS_MAX,
  PRICE_BREAKS_MAX,
  PRICE_MAX_PAISE,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  SKU_MAX,
  STOCK_MAX,
} from "../limits";
import { formatRupees, parseRupees } from "../money";
import { type PriceBreak, cleanSku } from "../productTerms";
import { PRODUCT_TYPES, type ProductType } from "../productTypes";
import { cleanText, withoutTrailing } from "../text";

export type Read<Value> = { readonly value: Value } | { readonly reason: string };

/** 4.56E+12: the digits behind the first few are gone. */
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
/** As spreadsheets write it: MAY-12 is somebody's SKU, May-12 was a date. */
const MONTH =
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December)";
const DATES = [
  /^\d{1,2}([/.-])\d{1,2}\1\d{2,4}$/,
  /^\d{4}([/.-])\d{1,2}\1\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?.*)?$/,
  new RegExp(`^\\d{1,2}[ /-]${MONTH}(?:[ /-]\\d{2,4})?$`),
  new RegExp(`^${MONTH}[ /-]\\d{2,4}$`),
];
const OTHER_DIGITS = /(?![0-9])\p{Nd}/u;
/** Nobody groups a number that begins with 0: the comma of 0,500 is one of decimals. */
const GROUPED = /^(?:[1-9]\d?(?:,\d{2})*,\d{3}|[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d+|\d{1,3}(?:[.\s]\d{3})+),\d{1,2}$/;
const CURRENCY_BEFORE = /^(?:₹|rs\.?|inr)/i;
const CURRENCY_BEHIND = /(?:\/-|₹|rs\.?|inr)$/i;
const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!)$/;

/** The rest of a word in another script where a file was saved without it: ?? of घी. Behind a letter it is a question. */
const LOST_LETTERS = /\ufffd|(?:^|[^\p{L}\p{M}\p{N}?])\?\?/u;

const SCIENTIFIC_REASON =
  "The spreadsheet shortened this number. Format the column as text and enter it again.";

/** The reason why a cell can't be believed, whatever its column; undefined if it can. */
export function spoilt(text: string): string | undefined {
  if (ERROR.test(text)) return "The spreadsheet shows an error here.";
  if (LOST_LETTERS.test(text))
    return "Letters were lost when this file was saved. Save it as .xlsx or as “CSV UTF-8”.";
  return text.startsWith("=") ? "This is a formula without its value." : undefined;
}

function grouped(figure: number): string {
  return figure.toLocaleString("en-IN");
}

/** A plain number without grouping. */
export function plainNumber(text: string): Read<string> {
  if (SCIENTIFIC.test(text)) return { reason: SCIENTIFIC_REASON };
  if (OTHER_DIGITS.test(text)) return { reason: "Please use the digits 0 to 9." };
  if (/^[-−(]/.test(text)) return { reason: "This must not be below 0." };
  if (DECIMAL_COMMA.test(text)) {
    const meant = text.replaceAll(/[.\s]/g, "").replace(",", ".");
    return { reason: `A comma divides no decimals here: write ${meant}.` };
  }
  if (GROUPED.test(text)) return { value: text.replaceAll(",", "") };
  return {
    reason: /^[\d.,]+$/.test(text)
      ? "The commas or points of this number are misplaced: write it as 1,00,000.50."
      : "This is no number.",
  };
}

/** "₹1,00,000" → paise. */
export function readPrice(text: string): Read<number> {
  const number = plainNumber(text.replace(CURRENCY_BEFORE, "").replace(CURRENCY_BEHIND, "").trim());
  if ("reason" in number) return number;
  const [whole = "", decimals = ""] = number.value.split(".");
  const paise = parseRupees(`${whole}.${withoutTrailing(decimals, "0").padEnd(2, "0")}`);
  if (/[1-9]/.test(decimals.slice(2))) return { reason: "A price has at most two decimals." };
  if (paise === null || paise > PRICE_MAX_PAISE)
    return { reason: `The highest price is ${formatRupees(PRICE_MAX_PAISE)}.` };
  return { value: paise };
}

function readWhole(text: string, least: number, most: number): Read<number> {
  const number = plainNumber(text);
  if ("reason" in number) return number;
  const value = Number(number.value);
  return Number.isInteger(value) && value >= least && value <= most
    ? { value }
    : { reason: `Please enter a whole number from ${least} to ${grouped(most)}.` };
}

export const readPackSize = (text: string) => readWhole(text, 0, PACK_SIZE_MAX);
export const readStock = (text: string) => readWhole(text, 0, STOCK_MAX);
export const readQuantity = (text: string) => readWhole(text, 1, ORDER_QUANTITY_MAX);

function readText(text: string, max: number, multiline: boolean): Read<string> {
  const value = cleanText(text, { min: 1, max, multiline });
  if (value !== undefined) return { value };
  return {
    reason:
      text.length > max
        ? `Please use at most ${grouped(max)} characters.`
        : "Please use plain letters and signs only.",
  };
}

export const readName = (text: string) => readText(text, PRODUCT_NAME_MAX, false);
export const readDescription = (text: string) => readText(text, PRODUCT_DESCRIPTION_MAX, true);

/** True for what a spreadsheet makes of 5-12, and for what people write as a date. */
function isDate(text: string): boolean {
  return DATES.some((pattern) => pattern.test(text));
}

export function readSku(text: string): Read<string> {
  if (SCIENTIFIC.test(text)) return { reason: SCIENTIFIC_REASON };
  if (isDate(text))
    return { reason: "The spreadsheet made a date of this SKU. Format the column as text." };
  const value = cleanSku(text);
  return value === undefined ? readText(text, SKU_MAX, false) : { value };
}

const TYPES = new Map<string, ProductType>(PRODUCT_TYPES.map((type) => [typeKey(type), type]));

/** "toys & games" is "Toys and Games". */
function typeKey(text: string): string {
  return text.toLowerCase().replaceAll("&", " and ").replaceAll(/\s+/g, " ").trim();
}

export function readType(text: string): Read<ProductType> {
  const value = TYPES.get(typeKey(text));
  return value === undefined
    ? { reason: `The product type is one of: ${PRODUCT_TYPES.join(", ")}.` }
    : { value };
}

/** As far as the text alone says: into which networks it leads, the server knows. */
export function readPicture(text: string): Read<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { reason: "Write the whole address of the picture: https://shop.example/rice.jpg." };
  if (url.username !== "" || url.password !== "")
    return { reason: "The address must not have a name or a password in it." };
  url.hash = "";
  return url.href.length > PICTURE_ADDRESS_MAX
    ? { reason: `Please use at most ${grouped(PICTURE_ADDRESS_MAX)} characters.` }
    : { value: url.href };
}

/** "24: 95.00; 48: 90.00" → from 24 pieces each costs ₹95. */
export function readPriceBreaks(text: string): Read<PriceBreak[]> {
  const parts = text.split(";").filter((part) => part.trim() !== "");
  if (parts.length > PRICE_BREAKS_MAX)
    return { reason: `There may be at most ${PRICE_BREAKS_MAX} price breaks.` };
  const value: PriceBreak[] = [];
  for (const part of parts) {
    const at = part.search(/[:=@]/);
    const from = readQuantity(part.slice(0, Math.max(at, 0)).trim().replace(/^from/i, "").trim());
    const each = readPrice(part.slice(at + 1).trim());
    if ("reason" in from || "reason" in each)
      return { reason: "Write price breaks as “24: 95.00; 48: 90.00”." };
    value.push({ from: from.value, pricePaise: each.value });
  }
  return { value };
}
