/** Both kinds of file, read back by other programs' libraries. */
import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { readSheet } from "read-excel-file/universal";
import { describe, expect, test } from "vitest";
import type { Cell, FileFormat } from "./cells";
import { FileWriter } from "./FileWriter";

const HEADS = [
  ...["Day", "Text", "Amount (₹)", "Count", "राशि"].map((head) => ({ head, width: 12 })),
];
const DAY = "2026-03-31";

/** Texts of every kind, none of which a spreadsheet computes. */
const TEXTS = [
  ...[
    "Basmati rice",
    "बासमती चावल",
    "பாஸ்மதி அரிசி",
    "ਚਾਵਲ",
    "اردو",
    "😀🛒",
    "007",
    "4560000000000",
  ],
  ...[
    'He said "no", then; <b>&amp;</b>',
    "a\nb",
    "a,b;c\td",
    "_x0041_",
    "  spaces  ",
    "1E5",
    "2026-01-01",
  ],
];

function write(format: FileFormat, rows: readonly (readonly Cell[])[], perPage = 2): Blob {
  const writer = new FileWriter(format, "Orders", HEADS);
  for (let from = 0; from < rows.length; from += perPage)
    writer.add(rows.slice(from, from + perPage));
  return writer.end();
}

async function readCsv(blob: Blob): Promise<string[][]> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer());
  expect(text.startsWith("\uFEFF")).toBe(true);
  const { data, errors } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

const rowOf = (text: string): Cell[] => [{ day: DAY }, text, { paise: 123_45 }, 7, null];

test("[EXPORT5] a workbook may have more columns than there are letters", async () => {
  const heads = Array.from({ length: 101 }, (_, at) => ({ head: `=${at}`, width: 12 }));
  const writer = new FileWriter("xlsx", "Wrong rows", heads);
  writer.add([heads.map((_, at) => `${at}`)]);
  const bytes = await writer.end().arrayBuffer();
  expect(await readSheet(bytes, 1)).toEqual([
    heads.map(({ head }) => `'${head}`),
    heads.map((_, at) => `${at}`),
  ]);
  const xml = strFromU8(unzipSync(new Uint8Array(bytes))["xl/worksheets/sheet1.xml"]!);
  const places = [...xml.matchAll(/ r="([A-Z]+)1"/g)].map(([, letters]) => letters);
  expect([25, 26, 51, 52, 100].map((at) => places[at])).toEqual(["Z", "AA", "AZ", "BA", "CW"]);
});

describe("[EXPORT5] a CSV file", () => {
  test("has the head, then each row, with all scripts", async () => {
    const blob = write("csv", TEXTS.map(rowOf));
    expect(blob.type).toBe("text/csv;charset=utf-8");
    expect(await readCsv(blob)).toEqual([
      HEADS.map(({ head }) => head),
      ...TEXTS.map((text) => [DAY, text, "123.45", "7", ""]),
    ]);
  });

  test("begins with the byte order mark and ends each line with CR and LF", async () => {
    const bytes = new Uint8Array(await write("csv", [rowOf("x")]).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split("\r\n");
    expect(lines[1]).toBe(`${DAY},"x",123.45,7,`);
    expect(lines).toHaveLength(3);
  });

  test.each([
    [-5, "-0.05"],
    [0, "0.00"],
    [10, "0.10"],
    [-1_23_45_678_90, "-12345678.90"],
    [4_000_000_000_000_000, "40000000000000.00"],
  ])("writes %i paise as the number %s", async (paise, text) => {
    const [, row] = await readCsv(write("csv", [[{ day: DAY }, "", { paise }, 1, null]]));
    expect(row?.[2]).toBe(text);
  });

  test("makes texts harmless, and leaves numbers below zero alone", async () => {
    const [, row] = await readCsv(
      write("csv", [[{ day: DAY }, "=1+1", { paise: -100 }, -1, "+91 1"]]),
    );
    expect(row).toEqual([DAY, "'=1+1", "-1.00", "-1", "'+91 1"]);
  });
});

describe("[EXPORT5] an Excel file", () => {
  test("has the head, then each row: texts as texts, amounts as numbers, days as dates", async () => {
    const rows = await readSheet(write("xlsx", TEXTS.map(rowOf)), { trim: false });
    expect(rows).toEqual([
      HEADS.map(({ head }) => head),
      ...TEXTS.map((text) => [new Date(`${DAY}T00:00:00Z`), text, 123.45, 7, null]),
    ]);
  });

  test.each([
    ["1900-03-01", "1900-03-01"],
    ["2026-02-28", "2026-02-28"],
    ["2028-02-29", "2028-02-29"],
    ["2099-12-31", "2099-12-31"],
  ])("writes %s as that day", async (day, read) => {
    const [, row] = await readSheet(write("xlsx", [[{ day }, "", null, null, null]]));
    expect(row?.[0]).toEqual(new Date(`${read}T00:00:00Z`));
  });

  test("makes texts harmless, and writes nothing that XML can't have", async () => {
    const rows = [
      [{ day: DAY }, "=1+1", { paise: -5 }, -1, "＝1"],
      [{ day: DAY }, "a\u0000b\u0007c\ud800d\uFFFEe", { paise: 0 }, 0, "x\r\ny\rz"],
    ];
    const [, first, second] = await readSheet(write("xlsx", rows));
    expect(first?.slice(1)).toEqual(["'=1+1", -0.05, -1, "'＝1"]);
    expect(second?.slice(1)).toEqual(["abcde", 0, 0, "x\ny\nz"]);
  });

  test("of thousands of rows has each of them, in order", async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => rowOf(`Row ${n}`));
    const read = await readSheet(write("xlsx", rows, 500));
    expect(read.slice(1).map((row) => row[1])).toEqual(rows.map((row) => row[1]));
  });
});
