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

export const FILE_FORMATS = ["csv", "xlsx"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
