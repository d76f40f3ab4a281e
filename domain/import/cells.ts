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
import { type PriceBreak, cleanSku } from "../productTerms";
import { PRODUCT_TYPES, type ProductType } from "../productTypes";
import { cleanText } from "../text";
import { isShortened, plainNumber, type Read, readRupees, SHORTENED_REASON } from "../typedNumber";

/** As spreadsheets write it: MAY-12 is somebody's SKU, May-12 was a date. */
const MONTH =
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December)";
const DATES = [
  /^\d{1,2}([/.-])\d{1,2}\1\d{2,4}$/,
  /^\d{4}([/.-])\d{1,2}\1\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?.*)?$/,
  new RegExp(`^\\d{1,2}[ /-]${MONTH}(?:[ /-]\\d{2,4})?$`),
  new RegExp(`^${MONTH}[ /-]\\d{2,4}$`),
];
const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!)$/;

/** The rest of a word in another script where a file was saved without it: ?? of घी. Behind a letter it is a question. */
const LOST_LETTERS = /\ufffd|(?:^|[^\p{L}\p{M}\p{N}?])\?\?/u;

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

/** "₹1,00,000" → paise. */
export const readPrice = (text: string) => readRupees(text, PRICE_MAX_PAISE);

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
  if (isShortened(text)) return { reason: SHORTENED_REASON };
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
