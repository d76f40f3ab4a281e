/** Texts and figures in CSV (RFC 4180: UTF-8 with a byte order mark, plain figures, ISO days), and texts in XML 1.0. */
import { harmlessText } from "../../../domain/formulas";
import { plainRupees } from "../../../domain/money";
import type { Cell } from "./cells";

/** Spreadsheets read UTF-8 by it. */
export const BYTE_ORDER_MARK = "\uFEFF";
const LINE_END = "\r\n";

/** Always in quotes: a separator of another country's spreadsheets would begin a cell in the middle of the text. */
function textCell(text: string): string {
  return text === "" ? '""' : `"${harmlessText(text).replaceAll('"', '""')}"`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "string") return textCell(cell);
  if (typeof cell === "number") return String(cell);
  return "day" in cell ? cell.day : signedRupees(cell.paise);
}

/** Formats -5 as "-0.05". */
export function signedRupees(paise: number): string {
  return `${paise < 0 ? "-" : ""}${plainRupees(Math.abs(paise))}`;
}

/** Returns one line, with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return cells.map(csvCell).join(",") + LINE_END;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Characters that XML 1.0 can't write: control characters and halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Returns a text as it stands between tags or in quotes. */
export function xmlText(text: string): string {
  return text
    .replaceAll(NOT_XML, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
