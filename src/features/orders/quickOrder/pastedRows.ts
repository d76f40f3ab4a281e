/**
 * Rows pasted from a spreadsheet: a name or SKU and a quantity in each, separated by tabs, semicolons or commas, in either order. Pure:
 * what the texts mean is the server's to say.
 */
import { PASTE_CHARACTERS_MAX, PASTE_LINES_MAX } from "../../../../domain/limits";
import { t } from "../../../../domain/language/texts";

export type PastedRow = {
  /** The number of its line, from 1. */
  readonly line: number;
  /** A name or a SKU. */
  readonly text: string;
  /** Null if there is none; may be no whole number. */
  readonly quantity: number | null;
};

export type Pasted =
  | { readonly rows: readonly PastedRow[]; readonly problem: null }
  | { readonly rows: null; readonly problem: string };

type Side = "first" | "last";

/** 24 · 24.0 · 1,200 · 1,00,000. */
const NUMBER = /^-?\d{1,3}(?:,\d{2,3})+(?:\.\d+)?$|^-?\d{1,9}(?:\.\d{1,6})?$/;
const NUMBER_LENGTH_MAX = 20;
const QUANTITY_HEAD = /^(?:quantity|qty|pieces|pcs|nos|units|count)\.?$/i;
const NAME_HEAD = /^(?:sku|name|item|product|code|article|description)\b/i;

function numberIn(cell: string | undefined): number | null {
  if (cell === undefined || cell.length > NUMBER_LENGTH_MAX || !NUMBER.test(cell)) return null;
  return Number(cell.replaceAll(",", ""));
}

/** A tab is never part of a name, a semicolon seldom; so the first that occurs separates all lines. */
function separatorOf(text: string): string {
  return ["\t", ";"].find((separator) => text.includes(separator)) ?? ",";
}

/** Cells that have quotation marks or separators in them come in quotation marks, and theirs are doubled. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell.trim() === "")) isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

function headSide(cells: readonly string[]): Side | null {
  const isHead = cells.some((cell) => QUANTITY_HEAD.test(cell) || NAME_HEAD.test(cell));
  if (!isHead || cells.some((cell) => numberIn(cell) !== null)) return null;
  const at = cells.findIndex((cell) => QUANTITY_HEAD.test(cell));
  return at === 0 && cells.length > 1 ? "first" : "last";
}

/** Returns the side on which the lines that leave no doubt have their quantity; behind the name if none does, or if they disagree. */
function usualSide(lines: readonly (readonly string[])[]): Side {
  const [first, last] = [0, -1].map(
    (place) =>
      lines.filter(
        (cells) => numberIn(cells.at(place)) !== null && numberIn(cells.at(-1 - place)) === null,
      ).length,
  );
  return (first ?? 0) > (last ?? 0) ? "first" : "last";
}

function rowOf(cells: readonly string[], line: number, usual: Side, separator: string): PastedRow {
  const [isFirst, isLast] = [numberIn(cells[0]) !== null, numberIn(cells.at(-1)) !== null];
  if (cells.length < 2 || (!isFirst && !isLast)) {
    // A last cell that is no number is taken for part of a name with commas in it.
    const text = separator === "," ? cells.join(", ") : (cells.find((cell) => cell !== "") ?? "");
    return { line, text, quantity: null };
  }
  const side = isFirst && isLast ? usual : isFirst ? "first" : "last";
  const rest = side === "first" ? cells.slice(1) : cells.slice(0, -1);
  // With tabs and semicolons the columns are apart: SKU, name, quantity.
  const text = separator === "," ? rest.join(", ") : (rest.find((cell) => cell !== "") ?? "");
  return { line, text, quantity: numberIn(side === "first" ? cells[0] : cells.at(-1)) };
}

/** Skips empty lines and a first line of headings. Looks at the length before anything else. */
export function parsePasted(text: string): Pasted {
  if (text.length > PASTE_CHARACTERS_MAX)
    return { rows: null, problem: t("That is too much text. Paste fewer lines.") };
  const separator = separatorOf(text);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ cells: cellsOf(line, separator), line: at + 1 }))
    .map(({ cells, line }) => ({ cells: withoutEmptyEnd(cells), line }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const side = headSide(lines[0]?.cells ?? []);
  const body = side === null ? lines : lines.slice(1);
  if (body.length === 0)
    return { rows: null, problem: t("Paste lines with a name or SKU and a quantity.") };
  if (body.length > PASTE_LINES_MAX) {
    const count = body.length.toLocaleString("en-IN");
    const limit = PASTE_LINES_MAX;
    return {
      rows: null,
      problem: t("Paste at most {limit} lines at once, not {count}.", { limit, count }),
    };
  }
  const usual = side ?? usualSide(body.map(({ cells }) => cells));
  return {
    rows: body.map(({ cells, line }) => rowOf(cells, line, usual, separator)),
    problem: null,
  };
}

/** Sheets are often copied with empty columns behind the last one. */
function withoutEmptyEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}
