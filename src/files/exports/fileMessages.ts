/** Messages between the page and the worker that writes a file. */
import type { Cell, FileFormat, Head } from "./cells";

/** To the worker: the file's beginning first, its end last. */
export type ToWorker =
  | {
      readonly kind: "begin";
      readonly format: FileFormat;
      readonly sheetName: string;
      readonly heads: readonly Head[];
    }
  | { readonly kind: "rows"; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: "end" };

/** The answer to each message, in order: a file to the last one. */
export type FromWorker = { readonly blob: Blob | null };
