import writeExcelFile from "write-excel-file/node";
import { describe, expect, it } from "vitest";
import { guessMapping } from "../../../../domain/import/columns";
import { refusedTable } from "../../../../domain/import/file";
import { readSheetRows } from "../../../../domain/import/rows";
import { FileError } from "../../../../domain/import/sheet";
import { IMPORT_FILE_BYTES_MAX } from "../../../../domain/limits";
import { FileWriter } from "../../../files/exports/FileWriter";
import { readFile } from "./readFile";
import { markSheet } from "./sheetMarks";
import { packStored, unpack } from "./zip";

const utf8 = new TextEncoder();

function rowsOf(text: string | Uint8Array<ArrayBuffer>) {
  return readFile(new Blob([text])).then(({ headers, rows }) => [
    headers,
    ...rows.map(({ cells }) => cells),
  ]);
}

function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

const READ = [
  ["SKU", "Name"],
  ["A-1", "Café ₹ साबुन"],
];

describe("[IMPORT8] a file of another kind", () => {
  it.each([
    ["a PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82]],
    ["a JPEG", [0xff, 0xd8, 0xff, 0xe0, 65, 65, 65, 10, 66, 66]],
    ["a PDF", [...utf8.encode("%PDF-1.7\n1 0 obj\n2 0 obj")]],
    ["a program", [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 10, 65, 10]],
  ])("is refused by its content, whatever its name: %s", async (_, bytes) => {
    const file = new File([Uint8Array.from(bytes)], "goods.xlsx");
    await expect(readFile(file)).rejects.toMatchObject({ code: "NOT_A_TABLE" });
  });
});

describe("a CSV file", () => {
  it.each([
    ["UTF-8", "SKU,Name\r\nA-1,Café ₹ साबुन\r\n"],
    ["UTF-8 with a mark", "\ufeffSKU,Name\nA-1,Café ₹ साबुन"],
    ["UTF-16 with a mark", utf16("\ufeffSKU\tName\nA-1\tCafé ₹ साबुन", true)],
    ["big-endian UTF-16 with a mark", utf16("\ufeffSKU\tName\nA-1\tCafé ₹ साबुन", false)],
    ["UTF-16 without a mark", utf16("SKU;Name\nA-1;Café ₹ साबुन", true)],
    ["semicolons", "SKU;Name\nA-1;Café ₹ साबुन\n"],
    ["tabs", "SKU\tName\nA-1\tCafé ₹ साबुन\n"],
    ["a named separator", "sep=;\r\nSKU;Name\r\nA-1;Café ₹ साबुन\r\n"],
    ["line ends of several kinds", "SKU,Name\r\n\r\nA-1,Café ₹ साबुन\n\r"],
  ])("of %s is read", async (_, text) => {
    expect(await rowsOf(text)).toEqual(READ);
  });

  it("of Windows-1252 is read", async () => {
    const bytes = Uint8Array.from([...utf8.encode("SKU,Name\nA-1,Caf"), 0xe9]);
    expect(await rowsOf(bytes)).toEqual([
      ["SKU", "Name"],
      ["A-1", "Café"],
    ]);
  });

  it("of UTF-8 stays so where bytes of another file are in it, and their cell is marked", async () => {
    const [first, second] = ["SKU,Name\nA-1,₹ साबुन\nA-2,Caf", "\nA-3,घी"].map((text) =>
      utf8.encode(text),
    );
    const bytes = Uint8Array.from([...first!, 0xe9, ...second!]);
    const [, ...rows] = await rowsOf(bytes);
    expect(rows).toEqual([
      ["A-1", "₹ साबुन"],
      ["A-2", "Caf\ufffd"],
      ["A-3", "घी"],
    ]);
  });

  it("put together of files with other line ends loses no row", async () => {
    const text = "SKU,Stock,Name\r\nA-1,1,Rice\r\nA-2,2,Tea\nA-3,3,Dal\r\nA-4,4,Salt\rA-5,5,Oil";
    const { rows } = await readFile(new Blob([text]));
    expect(rows.map(({ cells: [sku] }) => sku)).toEqual(["A-1", "A-2", "A-3", "A-4", "A-5"]);
  });

  it("keeps quoted commas and lines, and numbers its rows as spreadsheets do", async () => {
    const { rows } = await readFile(new Blob(['SKU,Name\n\nA,"x,\ny"\nB,z']));
    expect(rows).toEqual([
      { line: 3, cells: ["A", "x,\ny"] },
      { line: 4, cells: ["B", "z"] },
    ]);
  });
});

async function workbook(rows: unknown[][]): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await writeExcelFile(rows as never).toBuffer();
  return new Uint8Array(blob);
}

/** The workbook with its sheet rewritten. */
async function withSheet(rows: unknown[][], rewrite: (xml: string) => string) {
  const entries = new Map(await unpack(await workbook(rows), 10_000_000));
  const name = [...entries.keys()].find((each) => /worksheets\/\w+\.xml$/.test(each)) ?? "";
  const xml = rewrite(new TextDecoder().decode(entries.get(name)));
  entries.set(name, utf8.encode(xml));
  return packStored(entries);
}

const GOODS = [
  [{ value: "SKU" }, { value: "Price" }, { value: "Stock" }],
  [{ value: "8901234567890" }, { value: 13.75 }, { value: 0.1 + 0.2 }],
  [{ value: 8901234567890 }, { value: 1e6 }, { value: true, type: Boolean }],
];

describe("an XLSX file", () => {
  it("is read with its numbers as they are shown", async () => {
    expect(await rowsOf(await workbook(GOODS))).toEqual([
      ["SKU", "Price", "Stock"],
      ["8901234567890", "13.75", "0.3"],
      ["8901234567890", "1000000", "TRUE"],
    ]);
  });

  it("tells of dates", async () => {
    const date = { value: new Date("2026-05-12T00:00:00Z"), type: Date, format: "dd-mmm" };
    const file = await workbook([
      [{ value: "SKU" }, { value: "Name" }],
      [date, { value: "x" }],
    ]);
    const { rows } = await readFile(new Blob([file]));
    expect(rows).toEqual([{ line: 2, cells: ["2026-05-12", "x"], faults: { 0: "date" } }]);
  });

  it("tells of formulas without a value, errors and merged cells, and reads the rest", async () => {
    const bytes = await withSheet(GOODS, (xml) =>
      xml
        .replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2"><f>B1*2</f></c>')
        .replace(/<c r="C2"[^>]*>.*?<\/c>/, '<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>')
        .replace("</sheetData>", '</sheetData><mergeCells><mergeCell ref="A3:B3"/></mergeCells>'),
    );
    const { rows } = await readFile(new Blob([bytes]));
    expect(rows.map(({ faults }) => faults)).toEqual([
      { 1: "formula", 2: "error" },
      { 0: "merged", 1: "merged" },
    ]);
    expect(rows[0]?.cells[0]).toBe("8901234567890");
  });

  it("has the first sheet read that people see", async () => {
    const sheets = [
      { sheet: "Lists", data: [[{ value: "Unit" }], [{ value: "PCS" }]] },
      { sheet: "Products", data: GOODS },
    ];
    const bytes = new Uint8Array(await writeExcelFile(sheets as never).toBuffer());
    const entries = new Map(await unpack(bytes, 10_000_000));
    const name = "xl/workbook.xml";
    const xml = new TextDecoder().decode(entries.get(name));
    expect(await rowsOf(bytes)).toEqual([["Unit"], ["PCS"]]);
    entries.set(name, utf8.encode(xml.replace(/(<sheet\b)/, '$1 state="hidden"')));
    const [headers] = await rowsOf(packStored(entries));
    expect(headers).toEqual(["SKU", "Price", "Stock"]);
  });

  it("tells of a number whose last digits the spreadsheet has lost", async () => {
    const file = await workbook([[{ value: "SKU" }], [{ value: 8901234567890123 }]]);
    const { headers, rows } = await readFile(new Blob([file]));
    const [row] = readSheetRows({ headers, rows }, guessMapping(headers), "priceAndStock");
    expect(row?.read.faults).toMatchObject([
      { field: "sku", reason: expect.stringMatching(/shortened/) as string },
    ]);
  });

  it("keeps formulas with a value, also an empty one", () => {
    const cells = '<c r="A1"><f>1</f><v>1</v></c><c r="B1" t="str"><f>""</f><v></v></c>';
    const { marks } = markSheet(`<row r="1">${cells}<c t="str"><f>X</f></c></row>`);
    expect([...marks]).toEqual([[0, { 2: "formula" }]]);
  });
});

/** A file of one wrong row whose texts a spreadsheet would compute, where it may. */
const COMPUTED = [
  ["SKU", "=cmd|' /C calc'!A0", "Description", "Price", "Minimum"],
  ["A-1", "@SUM(A1)", "- from the hills", "13,75", "-"],
];

describe.each(["csv", "xlsx"] as const)("[IMPORT9] wrong rows of a %s file", (format) => {
  const write = (rows: readonly (readonly string[])[]) => {
    const [headers = [], ...cells] = rows;
    const heads = headers.map((head) => ({ head, width: 20 }));
    const writer = new FileWriter(format, "Wrong rows", heads);
    writer.add(cells);
    return writer.end();
  };
  const readBack = async (file: Blob) => {
    const sheet = await readFile(file);
    const mapping = guessMapping(sheet.headers);
    const [row] = readSheetRows(sheet, mapping, "updateOnly");
    return { sheet, row };
  };

  it("come back as such a file, with their reasons, and can be mended and imported again", async () => {
    const first = await readBack(write(COMPUTED));
    const [fault] = first.row?.read.faults ?? [];
    expect(fault).toMatchObject({ field: "pricePaise", value: "13,75" });
    const back = refusedTable(first.sheet, new Map([[2, [fault!.reason]]]));
    const again = await readBack(write([back.headers, ...back.rows]));
    expect(again.sheet.format).toBe(format);
    expect(again.sheet.headers.at(-1)).toBe("Reasons");
    expect(again.sheet.rows[0]?.cells.at(-1)).toContain("write 13.75");
    expect(again.row).toEqual(first.row);
    const mended = back.rows.map((cells) => cells.with(3, "13.75"));
    const { row } = await readBack(write([back.headers, ...mended]));
    expect(row?.read).toEqual({
      ...{ sku: "A-1", faults: [] },
      set: { description: "- from the hills", pricePaise: 1_375, minQuantity: 1 },
    });
  });

  it("have no cell that a spreadsheet computes", async () => {
    const { sheet } = await readBack(write(COMPUTED));
    const { headers, rows } = refusedTable(sheet, new Map([[2, ["=1+1"]]]));
    const file = write([headers, ...rows]);
    if (format === "csv") {
      const cells = (await file.text()).slice(1).split(/\r\n|,(?=")/);
      expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const entries = await unpack(bytes, 1_000_000);
    const xml = new TextDecoder().decode(entries.get("xl/worksheets/sheet1.xml"));
    const cells = xml.match(/<c .*?<\/c>/g) ?? [];
    expect(cells).toHaveLength(12);
    expect(cells.filter((cell) => !cell.includes('t="inlineStr"'))).toEqual([]);
    expect(cells.filter((cell) => /<f|<t[^>]*>[=+\-@]/.test(cell))).toEqual([]);
  });
});

async function refusal(bytes: BlobPart): Promise<unknown> {
  const error: unknown = await readFile(new Blob([bytes])).catch((thrown: unknown) => thrown);
  return error instanceof FileError ? error.code : error;
}

/** A workbook whose largest entry unpacks to so many zeros, whatever it declares. */
async function bomb(size: number, declared: number): Promise<Uint8Array<ArrayBuffer>> {
  const zeros = new Blob([new Uint8Array(size)]).stream();
  const packed = new Uint8Array(
    await new Response(zeros.pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );
  const bytes = packStored(new Map([["xl/workbook.xml", packed]]));
  const view = new DataView(bytes.buffer);
  const central = view.getUint32(bytes.length - 6, true);
  view.setUint16(central + 10, 8, true);
  view.setUint32(central + 24, declared, true);
  return bytes;
}

describe("[IMPORT8] a file", () => {
  it("of more than 5 MB is refused before it is read", async () => {
    expect(await refusal(new Uint8Array(IMPORT_FILE_BYTES_MAX + 1))).toBe("TOO_LARGE");
  });

  it("that unpacks to more than 64 MB is refused, whether it says so or not", async () => {
    const size = 65 * 2 ** 20;
    expect((await bomb(size, size)).length).toBeLessThan(100_000);
    expect(await refusal(await bomb(size, size))).toBe("INFLATED");
    expect(await refusal(await bomb(size, 10))).toBe("INFLATED");
  });

  it.each([
    ["OLD_EXCEL", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ["UNREADABLE", utf8.encode("PK\u0003\u0004 and no more")],
    ["EMPTY", ""],
    ["NO_ROWS", "SKU,Name\n"],
    ["TOO_MANY_ROWS", `SKU\n${"x\n".repeat(5_001)}`],
    ["TOO_MANY_COLUMNS", `SKU\n${"x,".repeat(101)}`],
    ["QUOTES", 'SKU,Name\nA-1,"Rice\nA-2,Tea'],
    ["QUOTES", 'SKU,Name\nA-1,"Gold" rice\nA-2,Tea\nA-3,"Dal"\n'],
  ])("is refused as %s", async (code, bytes) => {
    expect(await refusal(bytes)).toBe(code);
  });

  it("of which a text does not end is refused with its row: it would take in those behind it", async () => {
    const file = new Blob(['SKU,Name\nA-1,"Rice, ""old"""\nA-2,Pipe 5"\nA-3,"Tea\nA-4,Dal\n']);
    await expect(readFile(file)).rejects.toThrow(/^Row 4: A text begins with a quotation mark/);
  });

  it("is not read past a packed entry that is cut off", async () => {
    const whole = await workbook(GOODS);
    for (const length of [30, 200, whole.length - 10])
      expect(await refusal(whole.slice(0, length))).toBe("UNREADABLE");
  });
});
