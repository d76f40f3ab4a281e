/** Cells of files for spreadsheets, the same for CSV and XLSX. */

export type Cell =
  | string
  /** A count. */
  | number
  /** An amount, shown with two decimals. */
  | { readonly paise: number }
  /** YYYY-MM-DD. */
  | { readonly day: string }
  /** Empty. */
  | null;

/** A column, as wide as so many characters where the file says it. */
export type Head = { readonly head: string; readonly width: number };

/** The kinds of file. */
export const FILE_FORMATS = ["csv", "xlsx"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * A text that begins so is computed by some spreadsheet: also behind blanks, quotes and what is not to be seen, which programs may
 * drop, and where its sign is twice as wide.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"'`]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/u;

/** Returns a text that no spreadsheet computes: with an apostrophe in front where it would be a formula. */
export function harmlessText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
