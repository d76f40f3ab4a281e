/** Exported products are read by an import as they were. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toComplete } from "../../../../domain/fields/kinds";
import { PRODUCT_FIELDS } from "../../../../domain/fields/product";
import { TAX_KINDS } from "../../../../domain/gst/kinds";
import { ratesOn } from "../../../../domain/gst/rates";
import { UNIT_CODES } from "../../../../domain/gst/units";
import { guessMapping, unreadColumns } from "../../../../domain/import/columns";
import { type Current, judge, readSheetRows } from "../../../../domain/import/rows";
import { PRICE_MAX_PAISE, PRODUCT_DESCRIPTION_MAX, STOCK_MAX } from "../../../../domain/limits";
import { skuKey } from "../../../../domain/productTerms";
import { PRODUCT_TYPES } from "../../../../domain/productTypes";
import { cleanText } from "../../../../domain/text";
import { FileWriter } from "../../../files/exports/FileWriter";
import { type RowOf, tableOf } from "../../../files/exports/tables";
import { readFile } from "./readFile";

const DAY = "2026-11-27";

/** Texts that files and spreadsheets change most easily. */
const WORST = [
  ...[
    "=1+1",
    "'=1",
    "''=1",
    "-",
    "–",
    "'-",
    "+91",
    "@a",
    '"',
    '""',
    "a,b",
    "a;b\tc",
    "#N/A",
    "????",
    "घी ??",
  ],
  ...[
    "12-May",
    "4.56E+12",
    "007",
    "1,250",
    "_x0041_",
    "<b>&amp;</b>",
    "]]>",
    '=HYPERLINK("x")',
    "😀",
    "TRUE",
  ],
  ...["\u2212 5", "a\u00a0b", "\ufffd", "sep=;", "x".repeat(100)],
];

function text(max: number, multiline: boolean) {
  const worst = multiline ? [...WORST, "a\nb", "a\r\nb", "'\nb", "=1\n=2", "a\tb"] : WORST;
  return fc
    .oneof(fc.constantFrom(...worst), fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }))
    .map((typed) => cleanText(typed, { min: 1, max, multiline }))
    .filter((cleaned) => cleaned !== undefined);
}

const tax = fc.constantFrom(...TAX_KINDS, undefined).chain((taxKind) =>
  fc.record({
    taxKind: fc.constant(taxKind),
    gstRateBp: taxKind === "taxable" ? fc.constantFrom(...ratesOn(DAY)) : fc.constant(undefined),
    hsn: fc.constantFrom(undefined, "0101", "190531", "00000000"),
    uqc: fc.constantFrom(undefined, ...UNIT_CODES),
  }),
);

const product = fc
  .record({
    ...{ name: text(100, false), description: text(PRODUCT_DESCRIPTION_MAX, true) },
    ...{ type: fc.constantFrom(...PRODUCT_TYPES), packSize: fc.nat(1_000), sku: text(40, false) },
    ...{ pricePaise: fc.integer({ min: 3, max: PRICE_MAX_PAISE }), stock: fc.nat(STOCK_MAX + 500) },
    ...{ minQuantity: fc.constantFrom(undefined, 2), multiple: fc.constantFrom(undefined, 6) },
    ...{ hasBreak: fc.boolean(), pricesExcludeTax: fc.constantFrom(undefined, false, true), tax },
  })
  .map(({ tax: details, hasBreak, ...row }) => {
    const priceBreaks = hasBreak ? [{ from: 24, pricePaise: row.pricePaise - 1 }] : undefined;
    return { _id: "p1" as RowOf<"products">["_id"], ...row, ...details, priceBreaks };
  });

function toCurrent(row: RowOf<"products">): Current {
  return { ...toComplete(PRODUCT_FIELDS, row), picture: "" };
}

const products = fc.uniqueArray(product, {
  ...{ minLength: 1, maxLength: 40, selector: ({ sku }) => skuKey(sku) },
});

const MODE = "addAndUpdate";

/** Writes the products into a file and reads it; each with its row, in their order. */
async function readBack(rows: readonly RowOf<"products">[], format: "csv" | "xlsx") {
  const table = tableOf("products", "distributor");
  const writer = new FileWriter(format, "Products", table.heads);
  writer.add(rows.map(table.cellsOf));
  const sheet = await readFile(writer.end());
  const mapping = guessMapping(sheet.headers);
  expect(unreadColumns(sheet, { mapping, mode: MODE })).toEqual([]);
  const fileRows = readSheetRows(sheet, mapping, MODE);
  expect(fileRows).toHaveLength(rows.length);
  return rows.map((row, at) => {
    const { cells, read } = fileRows[at]!;
    const pricesExcludeTax = row.pricesExcludeTax ?? false;
    return { row, read, context: { cells, mode: MODE, day: DAY, pricesExcludeTax } } as const;
  });
}

describe.each(["csv", "xlsx"] as const)("[IMPORT15] exported products as %s", (format) => {
  it("change nothing when they are imported again, whatever their texts", async () => {
    await fc.assert(
      fc.asyncProperty(products, async (rows) => {
        for (const { row, read, context } of await readBack(rows, format))
          expect(judge(read, toCurrent(row), context)).toEqual({ kind: "same" });
      }),
      { numRuns: 30 },
    );
  });

  it("are new ones with the same values in another catalogue, or refused for their looks", async () => {
    await fc.assert(
      fc.asyncProperty(products, async (rows) => {
        for (const { row, read, context } of await readBack(rows, format)) {
          const verdict = judge(read, null, context);
          const { sku, description, ...values } = toCurrent(row);
          if (verdict.kind === "new") {
            expect(verdict.values).toMatchObject(values);
            expect(verdict.values.description).toBe(description.replaceAll(/\r\n?/g, "\n"));
            expect(read.sku).toBe(sku);
          } else {
            const faults = verdict.kind === "wrong" ? verdict.faults : [];
            expect(faults.map(({ isOfText }) => isOfText)).toContain(true);
            expect(faults.map(({ isOfText }) => isOfText)).not.toContain(undefined);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
