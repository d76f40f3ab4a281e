/** Reads CSV with commas, semicolons or tabs. */
import Papa from "papaparse";
import { FileError, type SheetRow } from "../../../../domain/import/sheet";

/** Excel's own way to name the separator, in a line before the headers. */
const NAMED_SEPARATOR = /^sep=([,;\t])\n/i;

const SEPARATORS = [",", ";", "\t"] as const;

/** Returns the separator that stands most often between the headers. */
function separatorOf(text: string): string {
  const first = text.search(/\S/);
  const end = text.indexOf("\n", first);
  const line = text.slice(text.lastIndexOf("\n", first) + 1, end === -1 ? text.length : end);
  const head = line.replaceAll(/"[^"]*"/g, "");
  const countOf = (separator: string) => head.split(separator).length;
  return SEPARATORS.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
}

/** Errors: FileError QUOTES. */
export function readCsv(decoded: string): SheetRow[] {
  // Files that were put together have line ends of several kinds, of which a reader takes one: a row with another runs into the next.
  const text = decoded.replaceAll(/\r\n?/g, "\n");
  const [line = "", named] = NAMED_SEPARATOR.exec(text) ?? [];
  const table = text.slice(line.length);
  const delimiter = named ?? separatorOf(table);
  const { data, errors } = Papa.parse<string[]>(table, { delimiter, newline: "\n" });
  // A text that does not end takes the rows behind it in.
  const unended = errors.find(({ type }) => type === "Quotes");
  if (unended !== undefined) throw new FileError("QUOTES", (unended.row ?? 0) + 1);
  return data.map((cells, at) => ({ line: at + 1, cells }));
}
