import { describe, expect, it } from "vitest";
import { TEMPLATE, refusedTable } from "./file";
import { type ImportField, type ImportMode, COLUMNS, IMPORT_FIELDS, guessMapping } from "./columns";
import {
  type Cells,
  type Current,
  type Fault,
  judge,
  readRow,
  readSheetRows,
  shownValue,
} from "./rows";
import type { FileError } from "./sheet";
import { type CellFault, type Sheet, sheetOf } from "./sheet";

const HEADERS = IMPORT_FIELDS.map((field) => COLUMNS[field].label);

const RICE: Current = {
  ...{ sku: "RICE-10", name: "Rice", type: "Food and Beverage", description: "Aged." },
  ...{ packSize: 24, pricePaise: 61_200, stock: 240, minQuantity: 12, multiple: 12 },
  priceBreaks: [{ from: 48, pricePaise: 59_500 }],
  ...{ hsn: "1006", taxKind: "taxable", gstRateBp: 500, uqc: "PCS" },
  countryOfOrigin: "IN",
  aliases: "",
  picture: "",
};

const GOOD: Cells = {
  ...{ sku: "A-1", name: "Rice", type: "Food and Beverage", description: "Aged for a year." },
  ...{ packSize: "24", pricePaise: "612.00", stock: "240" },
};

const TODAY = { day: "2026-11-27", pricesExcludeTax: false };

function verdictOf(
  cells: Cells,
  current: Current | null = null,
  mode: ImportMode = "addAndUpdate",
) {
  return judge(readRow(cells, mode), current, { cells, mode, ...TODAY });
}

describe("a row of an import", () => {
  it("of an unknown SKU is a new product; terms that it leaves out restrict nothing", () => {
    expect(verdictOf(GOOD)).toEqual({
      kind: "new",
      values: {
        ...{ name: "Rice", type: "Food and Beverage", description: "Aged for a year." },
        ...{ packSize: 24, pricePaise: 61_200, stock: 240 },
        ...{ minQuantity: 1, multiple: 1, priceBreaks: [], picture: "" },
        ...{ hsn: "", taxKind: "", gstRateBp: 0, uqc: "PCS", countryOfOrigin: "", aliases: "" },
      },
    });
  });

  it("changes what differs; empty cells leave what there is", () => {
    const cells = { sku: "rice-10", pricePaise: "₹600", stock: "240", name: "" };
    expect(verdictOf(cells, RICE)).toEqual({
      kind: "changed",
      changes: [{ field: "pricePaise", from: 61_200, to: 60_000 }],
      set: { pricePaise: 60_000 },
    });
  });

  it("that says what there is changes nothing", () => {
    const cells = { sku: "RICE-10", pricePaise: "612", priceBreaks: "48: 595", minQuantity: "12" };
    expect(verdictOf(cells, RICE)).toEqual({ kind: "same" });
  });

  it("takes a term away with “-”, and nothing that a product must have", () => {
    const cells = { sku: "RICE-10", minQuantity: "-", multiple: "–", priceBreaks: "-" };
    expect(verdictOf(cells, RICE)).toMatchObject({
      set: { minQuantity: 1, multiple: 1, priceBreaks: [] },
    });
    for (const field of [
      "name",
      "type",
      "description",
      "packSize",
      "pricePaise",
      "stock",
    ] as const) {
      const verdict = verdictOf({ sku: "RICE-10", [field]: "-" }, RICE);
      expect(verdict, field).toMatchObject({ kind: "wrong", faults: [{ field, value: "-" }] });
    }
  });

  it("is judged with the terms that stay", () => {
    const verdict = verdictOf({ sku: "RICE-10", pricePaise: "590" }, RICE);
    expect(verdict).toMatchObject({ kind: "wrong", faults: [{ field: "priceBreaks" }] });
  });

  it("of an unknown SKU is wrong where the import only updates", () => {
    for (const mode of ["updateOnly", "priceAndStock"] as const)
      expect(verdictOf(GOOD, null, mode)).toMatchObject({
        ...{ kind: "wrong", faults: [{ field: "sku", value: "A-1" }] },
      });
  });

  it("of an import of prices and stock reads nothing else", () => {
    const cells = { sku: "RICE-10", name: "Other", packSize: "x", pricePaise: "600" };
    expect(verdictOf(cells, RICE, "priceAndStock")).toMatchObject({ set: { pricePaise: 60_000 } });
  });

  it("[IMPORT10] names a picture by its address; the one that the product shows already changes nothing", () => {
    const picture = "https://shop.example/rice.jpg";
    const cells = { sku: "RICE-10", picture: `${picture}#top` };
    expect(verdictOf(cells, RICE)).toMatchObject({
      changes: [{ field: "picture", from: "", to: picture }],
    });
    expect(verdictOf(cells, { ...RICE, picture })).toEqual({ kind: "same" });
    expect(verdictOf({ ...cells, pricePaise: "600" }, RICE, "priceAndStock")).toMatchObject({
      set: { pricePaise: 60_000 },
    });
    expect(verdictOf({ ...GOOD, picture })).toMatchObject({ kind: "new", values: { picture } });
  });

  it("[IMPORT13] sets the tax details; a rate alone means taxable goods, and untaxed goods have none", () => {
    const cells = { hsn: "190531", gstRateBp: "18 %", uqc: "boxes", priceBasis: "Incl. of tax" };
    expect(verdictOf({ ...GOOD, ...cells })).toMatchObject({
      values: { hsn: "190531", taxKind: "taxable", gstRateBp: 1_800, uqc: "BOX" },
    });
    const rice = (cells: Cells) => verdictOf({ sku: "RICE-10", ...cells }, RICE);
    expect(rice({ taxKind: "Nil rated" })).toMatchObject({ set: { taxKind: "nil", gstRateBp: 0 } });
    expect(rice({ taxKind: "exempt", gstRateBp: "0%" })).toMatchObject({
      set: { taxKind: "exempt", gstRateBp: 0 },
    });
    expect(rice({ hsn: "-", gstRateBp: "-", uqc: "-" })).toMatchObject({
      set: { hsn: "", taxKind: "", gstRateBp: 0 },
    });
    expect(rice({ hsn: "1006", taxKind: "taxable", gstRateBp: "5", uqc: "pcs" })).toEqual({
      kind: "same",
    });
  });

  it.each([
    ["hsn", { hsn: "12345" }, /4, 6 or 8/],
    ["taxKind", { taxKind: "Zero" }, /Taxable, Nil-rated, Exempt/],
    ["gstRateBp", { gstRateBp: "0" }, /say which in the column/],
    ["gstRateBp", { gstRateBp: "7" }, /0.25%, 1.5%, 3%, 5%, 18%, 40%/],
    ["gstRateBp", { gstRateBp: "12" }, /0.25%/],
    ["gstRateBp", { gstRateBp: "0.125" }, /two decimals/],
    ["gstRateBp", { taxKind: "taxable" }, /0.25%/],
    ["gstRateBp", { taxKind: "exempt", gstRateBp: "18" }, /no rate/],
    ["uqc", { uqc: "LTR" }, /PCS, BOX/],
    ["priceBasis", { priceBasis: "maybe" }, /With tax/],
    ["priceBasis", { priceBasis: "Without tax" }, /Your prices are with tax/],
  ] as const)("[IMPORT13] refuses a wrong %s of %j", (field, cells, reason) => {
    expect(verdictOf({ ...GOOD, ...cells })).toMatchObject({
      ...{ kind: "wrong", faults: [{ field }] },
    });
    expect(JSON.stringify(verdictOf({ ...GOOD, ...cells }))).toMatch(reason);
  });

  it("[IMPORT13] leaves a rate that went out of force to a product that keeps it", () => {
    const old = { ...RICE, gstRateBp: 1_200 };
    expect(verdictOf({ sku: "RICE-10", gstRateBp: "12", pricePaise: "600" }, old)).toMatchObject({
      set: { pricePaise: 60_000 },
    });
    expect(verdictOf({ sku: "RICE-10", gstRateBp: "12", hsn: "1904" }, old).kind).toBe("wrong");
  });

  it("that says what the product has is no fault, whatever it looks like", () => {
    const odd = { ...RICE, sku: "12-May", name: "Fresh ????", description: "-", stock: 1_000_500 };
    const cells = { sku: "12-May", name: "Fresh ????", description: "'-", stock: "1000500" };
    expect(verdictOf(cells, odd)).toEqual({ kind: "same" });
    expect(verdictOf({ ...cells, name: "Stale ????" }, odd)).toMatchObject({
      faults: [{ field: "name" }],
    });
    expect(verdictOf({ ...GOOD, sku: "12-May" }).kind).toBe("wrong");
  });

  it("may name a text that a spreadsheet would compute, by the apostrophe of an export", () => {
    expect(verdictOf({ ...GOOD, name: "'=cmd|A1" })).toMatchObject({
      values: { name: "=cmd|A1" },
    });
    expect(verdictOf({ ...GOOD, name: "=cmd|A1" })).toMatchObject({
      faults: [{ field: "name", reason: "This is a formula without its value." }],
    });
  });

  it("sets the country of origin by a name or a code, and takes it away with “-”", () => {
    for (const countryOfOrigin of ["China", "cn"])
      expect(verdictOf({ sku: "RICE-10", countryOfOrigin }, RICE)).toMatchObject({
        changes: [{ field: "countryOfOrigin", from: "IN", to: "CN" }],
      });
    expect(verdictOf({ sku: "RICE-10", countryOfOrigin: "-" }, RICE)).toMatchObject({
      set: { countryOfOrigin: "" },
    });
    expect(verdictOf({ ...GOOD, countryOfOrigin: "Atlantis" })).toMatchObject({
      faults: [
        { field: "countryOfOrigin", reason: expect.stringMatching(/India or IN/) as string },
      ],
    });
    expect(shownValue("countryOfOrigin", "CN")).toBe("China");
  });

  it("sets other names, and takes them away with “-”", () => {
    const named = { ...RICE, aliases: "chawal" };
    expect(verdictOf({ sku: "RICE-10", aliases: "chawal, அரிசி" }, named)).toMatchObject({
      changes: [{ field: "aliases", from: "chawal", to: "chawal, அரிசி" }],
    });
    expect(verdictOf({ sku: "RICE-10", aliases: "-" }, named)).toMatchObject({
      set: { aliases: "" },
    });
    expect(verdictOf({ ...GOOD, aliases: "a,b,c,d,e,f,g,h,i,j,k" })).toMatchObject({
      faults: [{ field: "aliases", reason: "Please enter at most 10 names, divided by commas." }],
    });
  });

  it("shows its values as people write them", () => {
    expect(shownValue("pricePaise", 61_200)).toBe("₹612.00");
    expect(shownValue("stock", 240_000)).toBe("2,40,000");
    expect(shownValue("priceBreaks", RICE.priceBreaks)).toBe("48: ₹595.00");
    expect(shownValue("priceBreaks", [])).toBe("–");
    expect(shownValue("picture", "")).toBe("–");
  });
});

type Planted = {
  readonly set: Partial<Record<ImportField, string>>;
  readonly at: ImportField;
  readonly reason: RegExp;
  readonly fault?: CellFault;
};

/** One of each kind of fault. */
const PLANTED: readonly Planted[] = [
  { set: { sku: "" }, at: "sku", reason: /needs the SKU/ },
  { set: { sku: "-" }, at: "sku", reason: /taken away/ },
  { set: { sku: "4.56E+12" }, at: "sku", reason: /shortened/ },
  { set: { sku: "12-May" }, at: "sku", reason: /made a date/ },
  { set: { sku: "2026-05-12" }, at: "sku", reason: /made a date/, fault: "date" },
  { set: { sku: "x".repeat(41) }, at: "sku", reason: /at most 40/ },
  { set: { sku: "a\u0000b" }, at: "sku", reason: /plain letters/ },
  { set: { sku: "#REF!" }, at: "sku", reason: /shows an error/ },
  { set: { name: "" }, at: "name", reason: /new product needs Product name/ },
  { set: { name: "x".repeat(101) }, at: "name", reason: /at most 100/ },
  { set: { name: "a\u202eb" }, at: "name", reason: /plain letters/ },
  { set: { name: "-" }, at: "name", reason: /can’t be empty/ },
  { set: { name: "Rice" }, at: "name", reason: /merged/, fault: "merged" },
  { set: { type: "" }, at: "type", reason: /new product needs Product type/ },
  { set: { type: "Weapons" }, at: "type", reason: /one of:/ },
  { set: { description: "" }, at: "description", reason: /new product needs Description/ },
  { set: { description: "x".repeat(2_001) }, at: "description", reason: /at most 2,000/ },
  { set: { description: "x".repeat(3_001) }, at: "description", reason: /too long/ },
  { set: { packSize: "1.5" }, at: "packSize", reason: /whole number/ },
  { set: { packSize: "12 Pcs" }, at: "packSize", reason: /no number/ },
  { set: { packSize: "1000001" }, at: "packSize", reason: /from 0 to 10,00,000/ },
  { set: { pricePaise: "" }, at: "pricePaise", reason: /new product needs Price/ },
  { set: { pricePaise: "13,75" }, at: "pricePaise", reason: /write 13\.75/ },
  { set: { pricePaise: "1.375,50" }, at: "pricePaise", reason: /write 1375\.50/ },
  { set: { pricePaise: "1,00,00" }, at: "pricePaise", reason: /misplaced/ },
  { set: { pricePaise: "12.345" }, at: "pricePaise", reason: /two decimals/ },
  { set: { pricePaise: "-5" }, at: "pricePaise", reason: /below 0/ },
  { set: { pricePaise: "$5" }, at: "pricePaise", reason: /no number/ },
  { set: { pricePaise: "1E+5" }, at: "pricePaise", reason: /shortened/ },
  { set: { pricePaise: "१२" }, at: "pricePaise", reason: /digits 0 to 9/ },
  { set: { pricePaise: "100000000" }, at: "pricePaise", reason: /highest price/ },
  { set: { pricePaise: "=B2*2" }, at: "pricePaise", reason: /formula/ },
  { set: { pricePaise: "" }, at: "pricePaise", reason: /formula/, fault: "formula" },
  { set: { stock: "#N/A" }, at: "stock", reason: /error/, fault: "error" },
  { set: { stock: "0.5" }, at: "stock", reason: /whole number/ },
  { set: { minQuantity: "0" }, at: "minQuantity", reason: /from 1/ },
  { set: { minQuantity: "60001", multiple: "60000" }, at: "multiple", reason: /smallest order/ },
  { set: { priceBreaks: "24: dear" }, at: "priceBreaks", reason: /Write price breaks/ },
  { set: { priceBreaks: "24: 700" }, at: "priceBreaks", reason: /cheaper/ },
  { set: { picture: "rice.jpg" }, at: "picture", reason: /whole address/ },
];

/** A file of so many rows with the faults spread over it, and one SKU twice. */
function plantedSheet(count: number): { sheet: Sheet; expected: Map<number, Planted> } {
  const expected = new Map<number, Planted>();
  const rows = Array.from({ length: count }, (_, at) => {
    const line = at + 2;
    const planted = at % 25 === 7 ? PLANTED[(at - 7) / 25] : undefined;
    if (planted !== undefined) expected.set(line, planted);
    const texts = { ...GOOD, sku: `A-${at}`, ...planted?.set };
    const cells = IMPORT_FIELDS.map((field) => texts[field] ?? "");
    const fault = planted?.fault;
    return fault === undefined || planted === undefined
      ? { line, cells }
      : { line, cells, faults: { [IMPORT_FIELDS.indexOf(planted.at)]: fault } };
  });
  rows[400] = { line: 402, cells: rows[0]!.cells.with(0, "a-0") };
  return { sheet: sheetOf([{ line: 1, cells: HEADERS }, ...rows]), expected };
}

describe("[IMPORT16] a cell", () => {
  it.each(IMPORT_FIELDS)(
    "of the column %s is refused by its length before its text is read",
    (field) => {
      const reason = `Please use at most ${COLUMNS[field].max.toLocaleString("en-IN")} characters.`;
      const texts = [
        `1${" ".repeat(2_998)}x`,
        `#N/A${"0".repeat(2_996)}`,
        `from${" 1".repeat(1_498)}`,
      ];
      for (const text of texts)
        expect(readRow({ sku: "A", [field]: text }, "addAndUpdate").faults).toMatchObject([
          { field, value: text, reason },
        ]);
    },
  );
});

describe("a file of a thousand rows", () => {
  const { sheet, expected } = plantedSheet(1_000);
  const rows = readSheetRows(sheet, guessMapping(sheet.headers), "addAndUpdate");
  const wrong = new Map<number, readonly Fault[]>();
  for (const { line, cells, read } of rows) {
    const verdict = judge(read, null, { cells, mode: "addAndUpdate", ...TODAY });
    if (verdict.kind === "wrong") wrong.set(line, verdict.faults);
  }

  it("[IMPORT2] has each planted fault found at its row and column, and no other", () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(37);
    expect(expected.size).toBe(PLANTED.length);
    expect([...wrong.keys()]).toEqual([...expected.keys(), 2, 402].sort((a, b) => a - b));
    for (const [line, { at, reason, set }] of expected) {
      const faults = wrong.get(line) ?? [];
      expect(
        faults.map(({ field }) => field),
        JSON.stringify(set),
      ).toEqual([at]);
      expect(faults[0]?.reason).toMatch(reason);
      if (!faults[0]?.reason.includes("too long"))
        expect(faults[0]?.value, JSON.stringify(set)).toBe(set[at] ?? "");
    }
  });

  it("[IMPORT2] has both rows of a doubled SKU refused, each naming the other", () => {
    expect(wrong.get(2)).toMatchObject([{ field: "sku", reason: "Row 402 has the same SKU." }]);
    expect(wrong.get(402)).toMatchObject([{ field: "sku", reason: "Row 2 has the same SKU." }]);
  });

  it("comes back as a file of the wrong rows with their reasons", () => {
    const reasons = new Map(
      [...wrong].map(([line, faults]) => [line, faults.map((f) => f.reason)]),
    );
    const { headers, rows: back } = refusedTable(sheet, reasons);
    expect(headers).toEqual([...HEADERS, "Reasons"]);
    expect(back).toHaveLength(wrong.size);
    expect(back.find(([sku]) => sku === "a-0")?.at(-1)).toBe("Row 2 has the same SKU.");
    const again = sheetOf([headers, ...back].map((cells, at) => ({ line: at + 1, cells })));
    const { headers: secondHeaders, rows: second } = refusedTable(
      again,
      new Map([[2, ["Still wrong."]]]),
    );
    expect(secondHeaders).toEqual(headers);
    expect(second).toEqual([[...back[0]!.slice(0, -1), "Still wrong."]]);
  });
});

describe("a row with a cell beyond the headers", () => {
  const HEADS = ["SKU", "Price", "Stock"];
  const sheetWith = (...rows: readonly (readonly string[])[]) =>
    sheetOf([HEADS, ...rows].map((cells, at) => ({ line: at + 1, cells })));
  const faultsIn = (sheet: Sheet) =>
    readSheetRows(sheet, guessMapping(sheet.headers), "priceAndStock").map(
      ({ read }) => read.faults,
    );
  // 1,00,000 without quotes: a price of ₹1 and no stock.
  const moved = ["A-1", "1", "00", "000", "5"];
  const reason: unknown = expect.stringMatching(/more cells than there are headers/);

  it("[IMPORT2] is refused, because a comma without quotes moves values into other columns", () => {
    const faults = faultsIn(sheetWith(moved, ["A-2", "100", "5"]));
    expect(faults).toEqual([[{ field: "sku", value: "", reason }], []]);
  });

  it("is read if that cell is blank", () => {
    expect(faultsIn(sheetWith(["A-1", "100", "5", " ", ""]))).toEqual([[]]);
  });

  it("[IMPORT9] comes back with all its cells, and is refused again until it is mended", () => {
    const { headers, rows } = refusedTable(sheetWith(moved), new Map([[2, ["Commas."]]]));
    expect(rows).toEqual([["A-1", "1", "00", "Commas.", "000", "5"]]);
    const again = sheetOf([headers, ...rows].map((cells, at) => ({ line: at + 1, cells })));
    expect(faultsIn(again)).toEqual([[{ field: "sku", value: "", reason }]]);
  });
});

describe("a sheet", () => {
  const row = (line: number, ...cells: string[]) => ({ line, cells });

  it("has its headers in the first row that is not blank, and leaves blank rows out", () => {
    expect(sheetOf([row(1, ""), row(2, " SKU "), row(3, " "), row(4, "A")])).toEqual({
      headers: ["SKU"],
      rows: [row(4, "A")],
    });
  });

  it.each([
    ["EMPTY", [row(1, " ")]],
    ["NO_ROWS", [row(1, "SKU")]],
    ["TOO_MANY_COLUMNS", [row(1, "SKU"), row(2, ...Array.from({ length: 101 }, () => "x"))]],
    ["TOO_MANY_ROWS", Array.from({ length: 5_002 }, (_, at) => row(at + 1, "x"))],
  ] as const)("is refused as %s", (code, lines) => {
    expect(() => sheetOf(lines)).toThrow(expect.objectContaining({ code }) as FileError);
  });

  it("may have 5,000 rows", () => {
    expect(sheetOf(Array.from({ length: 5_001 }, (_, at) => row(at + 1, "x"))).rows).toHaveLength(
      5_000,
    );
  });
});

describe("the template", () => {
  it("is a file whose example can be imported", () => {
    const [example = []] = TEMPLATE.rows;
    expect(TEMPLATE.headers).toEqual(HEADERS);
    const cells = Object.fromEntries(
      IMPORT_FIELDS.map((field, at) => [field, example[at]]),
    ) as Cells;
    expect(verdictOf(cells)).toMatchObject({ kind: "new", values: { minQuantity: 12 } });
  });
});
