import { describe, expect, it } from "vitest";
import {
  COLUMNS,
  IMPORT_FIELDS,
  guessMapping,
  type ImportMode,
  missingColumn,
  unreadColumns,
} from "./columns";

describe("the columns of a file", () => {
  it("are found by the headers of the template", () => {
    const mapping = guessMapping(IMPORT_FIELDS.map((field) => COLUMNS[field].label));
    expect(mapping).toEqual(Object.fromEntries(IMPORT_FIELDS.map((field, at) => [field, at])));
  });

  it("are found by other usual headers, in whatever case and with whatever signs", () => {
    const headers = ["Item Code", "ITEM NAME", "Category", "Rate (Rs.)", "M.O.Q.", "Closing Stock"];
    expect(guessMapping(headers)).toEqual({
      ...{ sku: 0, name: 1, type: 2, minQuantity: 4, stock: 5 },
    });
    expect(guessMapping(["SKU", "Price (Rs.)", "Qty. per pack"])).toEqual({
      ...{ sku: 0, pricePaise: 1, packSize: 2 },
    });
  });

  it("[IMPORT10] of pictures are found by the usual headers", () => {
    for (const header of ["Image", "Image URL", "Picture", "Photo", "photo_url", "Image Link"])
      expect(guessMapping(["SKU", header]), header).toEqual({ sku: 0, picture: 1 });
  });

  it("[IMPORT13] of taxes are found by the usual headers", () => {
    expect(guessMapping(["SKU", "HSN/SAC", "GST %", "Taxability", "UOM"])).toEqual({
      ...{ sku: 0, hsn: 1, gstRateBp: 2, taxKind: 3, uqc: 4 },
    });
  });

  it("[IMPORT14] that are left unread are named, also a doubled one and one without a header", () => {
    const headers = ["SKU", "Price", "Rate", "MRP", "", ""];
    const rows = [{ line: 2, cells: ["A-1", "5", "6", "7", "8", " "] }];
    const mapping = guessMapping(headers);
    const unread = (mode: ImportMode) => unreadColumns({ headers, rows }, { mapping, mode });
    const doubled = { names: ["Rate"], reason: "Price is read from “Price”." };
    const unknown = { names: ["MRP", "Column 5"], reason: undefined };
    expect(unread("addAndUpdate")).toEqual([doubled, unknown]);
    const wide = { ...mapping, name: 3 };
    expect(unreadColumns({ headers, rows }, { mapping: wide, mode: "priceAndStock" })).toEqual([
      ...[doubled, unknown],
    ]);
  });

  it("[IMPORT14] that this import does not read, or that nobody chose, are named with the reason", () => {
    const sheet = { headers: ["SKU", "Price", "HSN", "GST %"], rows: [] };
    const mapping = guessMapping(sheet.headers);
    expect(unreadColumns(sheet, { mapping, mode: "addAndUpdate" })).toEqual([]);
    expect(unreadColumns(sheet, { mapping, mode: "priceAndStock" })).toEqual([
      { names: ["HSN", "GST %"], reason: "This import sets price and stock alone." },
    ]);
    expect(
      unreadColumns(sheet, { mapping: { sku: 0, pricePaise: 1 }, mode: "addAndUpdate" }),
    ).toEqual([{ names: ["HSN", "GST %"], reason: "The column is not chosen." }]);
  });

  it("are left to people where a header may mean two things", () => {
    expect(guessMapping(["Quantity", "Qty"])).toEqual({});
  });

  it("must have the SKU, and one more that the import reads", () => {
    expect(missingColumn({ pricePaise: 0 }, "addAndUpdate")).toMatch(/SKU/);
    expect(missingColumn({ sku: 0 }, "addAndUpdate")).toMatch(/at least one/);
    expect(missingColumn({ sku: 0, name: 1 }, "addAndUpdate")).toBeUndefined();
    expect(missingColumn({ sku: 0, name: 1 }, "priceAndStock")).toMatch(/at least one/);
    expect(missingColumn({ sku: 0, stock: 1 }, "priceAndStock")).toBeUndefined();
  });
});
