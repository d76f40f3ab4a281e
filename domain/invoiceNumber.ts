/** Invoice numbers: "1", "2", … per distributor and financial year; the printed number is padded to five digits (deviation 7). */
/** Spec §9: below 1,000,000. PFX/26-27/999999 has exactly the 16 characters that CGST rule 46 allows. */
export const LAST_INVOICE_NUMBER = 999_999;

const PREFIX_LENGTH = 3;
const PADDED_DIGITS = 5;
/** When a name offers no Latin letter or digit to make a prefix from, or the prefix is that of another series. */
const FALLBACK_PREFIX = "INV";
/** The series of `gst/series.ts`, which builds on this file. */
const OTHER_SERIES: readonly string[] = ["BS", "CN"];

/** "asha ltd." → "ASH": the first letters or digits of a text, at most three. */
function plainLetters(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, PREFIX_LENGTH);
}

/** The distributor's own prefix if there is one; else the initials of the company's name, or its first letters if it is one word. */
function wantedPrefix(ownPrefix: string | undefined, companyName: string): string {
  const own = plainLetters(ownPrefix ?? "");
  if (own !== "") return own;
  const words = companyName.split(/\s+/).filter((word) => plainLetters(word) !== "");
  const initials = plainLetters(words.map((word) => plainLetters(word).charAt(0)).join(""));
  return initials.length === PREFIX_LENGTH ? initials : plainLetters(words.join(""));
}

/** The prefix of a distributor's invoices: never that of its bills of supply or credit notes, whose numbers begin with 1, too. */
export function invoicePrefix(ownPrefix: string | undefined, companyName: string): string {
  const prefix = wantedPrefix(ownPrefix, companyName);
  return prefix === "" || OTHER_SERIES.includes(prefix) ? FALLBACK_PREFIX : prefix;
}

/** "PFX/26-27/00042", at most 16 characters. */
export function printedInvoiceNumber(
  prefix: string,
  financialYear: string,
  number: number,
): string {
  return `${prefix}/${financialYear}/${String(number).padStart(PADDED_DIGITS, "0")}`;
}
