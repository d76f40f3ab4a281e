/**
 * A workbook of one sheet (ECMA-376), written row after row: nothing of the sheet is kept but what the compression still needs. Texts
 * stand in their cells rather than in a table of all texts, which would grow with the rows.
 */
import { strToU8, Zip, ZipDeflate } from "fflate";
import { daysBetween } from "../../../domain/dates";
import { harmlessText } from "../../../domain/formulas";
import type { Cell, Head } from "./cells";
import { signedRupees, xmlText } from "./textFormats";

/** Day 0 of spreadsheets, which believe that 1900 had a 29 February. */
const DAY_ZERO = "1899-12-30";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Cell formats, by their places in `STYLES`. */
const FORMAT = { text: 1, amount: 2, day: 3, head: 4 } as const;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

function fixedParts(sheetName: string): Record<string, string> {
  return {
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": STYLES,
  };
}

/** A spreadsheet reads "_x0041_" as "A". */
const ESCAPED = /_(?=x[\dA-Fa-f]{4}_)/g;

function cellText(text: string): string {
  return xmlText(text.replaceAll(ESCAPED, "_x005F_"));
}

/** Formats 0 as "A", 26 as "AA". */
function columnLetters(column: number): string {
  const before = column < 26 ? "" : columnLetters(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(65 + (column % 26));
}

/** Returns, for example, "A1". */
function place(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}

function textXml(at: string, text: string, format: number): string {
  return `<c r="${at}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "string") return textXml(at, harmlessText(cell), FORMAT.text);
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  return "day" in cell
    ? `<c r="${at}" s="${FORMAT.day}"><v>${daysBetween(DAY_ZERO, cell.day)}</v></c>`
    : `<c r="${at}" s="${FORMAT.amount}"><v>${signedRupees(cell.paise)}</v></c>`;
}

function beginXml(heads: readonly Head[]): string {
  const columns = heads.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const cells = heads.map(({ head }, index) =>
    textXml(place(index, 1), harmlessText(head), FORMAT.head),
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData><row r="1">${cells.join("")}</row>`;
}

const END = "</sheetData></worksheet>";

export class Workbook {
  readonly #zip: Zip;
  /** The fastest level: a sheet repeats its tags, which any level packs well. */
  readonly #sheet = new ZipDeflate("xl/worksheets/sheet1.xml", { level: 1 });
  #rows = 1;

  /** Passes the bytes of the file to `emit` as they come. */
  constructor(sheetName: string, heads: readonly Head[], emit: (bytes: Uint8Array) => void) {
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error;
      emit(bytes);
    });
    for (const [name, text] of Object.entries(fixedParts(sheetName))) {
      const part = new ZipDeflate(name);
      this.#zip.add(part);
      part.push(strToU8(text), true);
    }
    this.#zip.add(this.#sheet);
    this.#sheet.push(strToU8(beginXml(heads)));
  }

  add(rows: readonly (readonly Cell[])[]): void {
    const lines = rows.map((cells) => {
      this.#rows += 1;
      const row = this.#rows;
      const inside = cells.map((cell, column) => cellXml(cell, place(column, row)));
      return `<row r="${row}">${inside.join("")}</row>`;
    });
    this.#sheet.push(strToU8(lines.join("")));
  }

  end(): void {
    this.#sheet.push(strToU8(END), true);
    this.#zip.end();
  }
}
