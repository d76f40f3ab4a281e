import { describe, expect, it } from "vitest";
import { financialYear } from "../dates";
import { DOCUMENT_KINDS } from "./documentKind";
import { printedDocumentNumber, type Series, seriesOf } from "./series";

function printed(series: Series, at: string, ownPrefix?: string, number = 42): string {
  const year = financialYear(Date.parse(`${at}+05:30`));
  const own = { ownPrefix, companyName: "Asha Wholesale" };
  return printedDocumentNumber({ ...own, series, financialYear: year, number });
}

describe("[I-46] the series of a document", () => {
  it("is that of invoices, but for bills of supply", () => {
    const series = DOCUMENT_KINDS.map((kind) => [kind, seriesOf(kind)]);
    expect(Object.fromEntries(series)).toEqual({
      ...{ bill: "INV", taxInvoice: "INV", invoiceCumBillOfSupply: "INV", billOfSupply: "BS" },
    });
  });

  it.each([
    ["2027-03-31T23:59:59.999", "26-27"],
    ["2027-03-31T23:59:00", "26-27"],
    ["2027-04-01T00:00:00", "27-28"],
    ["2026-04-01T00:00:00", "26-27"],
  ])("is that of the financial year in India: %s is in %s", (at, year) => {
    expect(printed("INV", at)).toBe(`ASH/${year}/00042`);
    expect(printed("BS", at)).toBe(`BS/${year}/00042`);
    expect(printed("CN", at)).toBe(`CN/${year}/00042`);
  });

  it.each([
    ["XY", "XY"],
    ["0AB", "INV"],
    ["BS", "INV"],
    ["cn", "INV"],
    ["BSX", "BSX"],
    ["9AB", "9AB"],
  ])("gives invoices of the prefix %j the prefix %s", (own, prefix) => {
    expect(printed("INV", "2026-11-25T10:00:00", own)).toBe(`${prefix}/26-27/00042`);
  });

  it("has at most the 16 characters that the law allows, and begins as e-invoices want", () => {
    for (const series of ["INV", "BS", "CN"] as const) {
      const number = printed(series, "2026-11-25T10:00:00", "ABC", 999_999);
      expect(number.length).toBeLessThanOrEqual(16);
      expect(number).toMatch(/^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$/);
    }
  });
});
