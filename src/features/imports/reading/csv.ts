/** Reads CSV with commas, semicolons or tabs. */
import Papa from "papaparse";
import type { SheetRow } from "../../../../domain/import/sheet";
import { decodeText } from "./decode";

/** Excel's own way to name the separator, in a line before the headers. */
const NAMED_SEPARATOR = /^sep=([,;\t])\r?\n/i;

const SEPARATORS = [",", ";", "\t"] as const;

/** The separator that stands most often between the headers. */
function separatorOf(text: string): string {
  const head = (/^[^\S\n]*\S[^\n]*/m.exec(text)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const countOf = (separator: string) => head.split(separator).length;
  return SEPARATORS.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
}

export function readCsv(bytes: Uint8Array): SheetRow[] {
  const text = decodeText(bytes);
  const [line = "", named] = NAMED_SEPARATOR.exec(text) ?? [];
  const table = text.slice(line.length);
  const { data } = Papa.parse<string[]>(table, { delimiter: named ?? separatorOf(table) });
  return data.map((cells, at) => ({ line: at + 1, cells }));
}
