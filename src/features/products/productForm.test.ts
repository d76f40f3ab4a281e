import { describe, expect, it } from "vitest";
import { ALIAS_MAX, ALIASES_MAX } from "../../../domain/limits";
import {
  changesSince,
  type DraftErrors,
  draftErrors,
  draftOf,
  EMPTY_DRAFT,
  type ProductDraft,
  type ProductFigures,
  readDraft,
} from "./productForm";
import { shownBreakRows } from "./priceBreaksForm";

const TYPED: ProductDraft = {
  ...EMPTY_DRAFT,
  name: " Basmati rice ",
  type: "Food and Beverage",
  description: "Aged two years",
  packSize: "25",
  pricePaise: "1150.5",
  stock: "400",
};

const MEANT = {
  name: "Basmati rice",
  type: "Food and Beverage",
  description: "Aged two years",
  packSize: 25,
  pricePaise: 115_050,
  stock: 400,
  countryOfOrigin: "",
  aliases: "",
  ...{ sku: "", minQuantity: 1, multiple: 1, priceBreaks: [] },
  tax: {},
} as const satisfies ProductFigures;

function errorsOf(part: Partial<ProductDraft>): DraftErrors {
  return draftErrors({ ...TYPED, ...part });
}

describe("a product as it is typed", () => {
  it("becomes figures: text trimmed, rupees to whole paise", () => {
    expect(readDraft(TYPED)).toEqual({ ok: true, product: MEANT });
  });

  it("[PRODUCT4] names every empty field at once; terms may stay empty", () => {
    const fields = ["name", "type", "description", "packSize", "pricePaise", "stock"];
    expect(Object.keys(draftErrors(EMPTY_DRAFT))).toEqual(fields);
  });

  it.each(["0", "1000000"])("may have a stock and a pack size of %s", (count) => {
    expect(errorsOf({ stock: count, packSize: count })).toEqual({});
  });

  it.each(["-1", "0.5", "1000001", "1e3", "1,000", "१०", "Infinity"])(
    "[PRODUCT6] may not have a stock or a pack size of %s",
    (count) => {
      expect(Object.keys(errorsOf({ stock: count, packSize: count }))).toEqual([
        "packSize",
        "stock",
      ]);
    },
  );

  it.each(["0", "0.01", "99999999.99", "1,000", "₹10"])("may cost %s rupees", (price) => {
    expect(errorsOf({ pricePaise: price })).toEqual({});
  });

  it.each(["-1", "1.005", "100000000", "1,00", "$10", "free"])(
    "[PRODUCT6] may not cost %j",
    (price) => {
      expect(Object.keys(errorsOf({ pricePaise: price }))).toEqual(["pricePaise"]);
    },
  );

  it("may have a country of origin", () => {
    const read = readDraft({ ...TYPED, countryOfOrigin: "CN" });
    expect(read).toEqual({ ok: true, product: { ...MEANT, countryOfOrigin: "CN" } });
    expect(draftOf({ ...MEANT, countryOfOrigin: "CN" }).countryOfOrigin).toBe("CN");
  });

  it("[ALIAS1] may have other names, divided by commas, each once", () => {
    const read = readDraft({ ...TYPED, aliases: " चावल,  arisi , चावल,, " });
    expect(read).toEqual({ ok: true, product: { ...MEANT, aliases: "चावल, arisi" } });
    const many = Array.from({ length: ALIASES_MAX + 1 }, (_, n) => `name ${n}`);
    for (const aliases of [many.join(","), "a".repeat(ALIAS_MAX + 1), "a\u202eb"])
      expect(errorsOf({ aliases }), aliases).toEqual({
        aliases: "Please enter at most 10 names, divided by commas.",
      });
    const full = Array.from({ length: ALIASES_MAX }, (_, n) => `${n}`.padEnd(ALIAS_MAX, "x"));
    expect(errorsOf({ aliases: full.join(", ") })).toEqual({});
  });

  it("[PRODUCT5] is of a type from the list, and All is none", () => {
    expect(errorsOf({ type: "All" })).toEqual({ type: "Please choose a product type." });
  });

  it("needs a name and a description that are more than blanks", () => {
    expect(Object.keys(errorsOf({ name: "  ", description: "\n" }))).toEqual([
      "name",
      "description",
    ]);
  });

  it("may have a name of 100 characters and not one more", () => {
    expect(errorsOf({ name: "a".repeat(100) })).toEqual({});
    expect(errorsOf({ name: "a".repeat(101) })).toEqual({
      name: "Please use at most 100 characters.",
    });
  });

  it("may have line breaks in its description, and characters that mislead nowhere", () => {
    expect(errorsOf({ description: "Aged\ntwo years" })).toEqual({});
    expect(Object.keys(errorsOf({ name: "Rice\u202eeciR", description: "a\u0000b" }))).toEqual([
      "name",
      "description",
    ]);
  });

  it("is shown for editing as it would have been typed, and reads back as the same", () => {
    expect(draftOf(MEANT).pricePaise).toBe("1150.50");
    expect(readDraft(draftOf(MEANT))).toEqual({ ok: true, product: MEANT });
  });
});

describe("terms as they are typed", () => {
  const terms = {
    ...{ sku: " RICE-10 ", minQuantity: "24", multiple: "12" },
    ...{ breakFrom0: "48", breakPrice0: "1100", breakFrom2: "96", breakPrice2: "1050.50" },
  };
  const meant = {
    ...{ sku: "RICE-10", minQuantity: 24, multiple: 12 },
    priceBreaks: [
      { from: 48, pricePaise: 110_000 },
      { from: 96, pricePaise: 105_050 },
    ],
  };

  it("become terms; an empty row between two breaks counts for nothing", () => {
    expect(readDraft({ ...TYPED, ...terms })).toEqual({
      ok: true,
      product: { ...MEANT, ...meant },
    });
  });

  it("are shown for editing as they would have been typed, and read back as the same", () => {
    const product = { ...MEANT, ...meant };
    expect(readDraft(draftOf(product))).toEqual({ ok: true, product });
    expect(draftOf(MEANT)).toMatchObject({ sku: "", minQuantity: "", multiple: "" });
  });

  it("are changes of the product", () => {
    const product = { ...MEANT, ...meant };
    expect(changesSince(MEANT, product)).toEqual(meant);
    expect(changesSince(product, { ...product, priceBreaks: [...meant.priceBreaks] })).toEqual({});
  });

  it.each<[keyof DraftErrors, Partial<ProductDraft>]>([
    ["sku", { sku: "x".repeat(41) }],
    ["minQuantity", { minQuantity: "0" }],
    ["minQuantity", { minQuantity: "1.5" }],
    ["multiple", { multiple: "-12" }],
    ["multiple", { multiple: "60000", minQuantity: "60001" }],
    ["breakFrom0", { breakFrom0: "", breakPrice0: "1100" }],
    ["breakFrom0", { breakFrom0: "1", breakPrice0: "1100" }],
    ["breakFrom0", { breakFrom0: "23", breakPrice0: "1100", minQuantity: "24" }],
    ["breakPrice0", { breakFrom0: "48", breakPrice0: "" }],
    ["breakPrice0", { breakFrom0: "48", breakPrice0: "0" }],
    ["breakPrice0", { breakFrom0: "48", breakPrice0: "1150.50" }],
    ["breakFrom1", { breakFrom0: "48", breakPrice0: "9", breakFrom1: "48", breakPrice1: "8" }],
    ["breakPrice1", { breakFrom0: "48", breakPrice0: "9", breakFrom1: "50", breakPrice1: "9" }],
  ])("are wrong at %s: %j", (field, part) => {
    expect(Object.keys(errorsOf(part))).toEqual([field]);
  });

  it("of a product without a price are not compared with it", () => {
    expect(Object.keys(errorsOf({ ...terms, pricePaise: "" }))).toEqual(["pricePaise"]);
  });
});

describe("the rows of price breaks", () => {
  it("are those with a text, and an empty one to go on with", () => {
    expect(shownBreakRows(EMPTY_DRAFT)).toHaveLength(1);
    expect(shownBreakRows({ ...EMPTY_DRAFT, breakPrice1: "9" })).toHaveLength(3);
    expect(shownBreakRows({ ...EMPTY_DRAFT, breakFrom4: "9" })).toHaveLength(5);
  });
});

describe("the changes of an edited product", () => {
  it("[PRODUCT12] are the changed fields only", () => {
    expect(changesSince(MEANT, { ...MEANT, pricePaise: 120_000 })).toEqual({ pricePaise: 120_000 });
  });

  it("are none if nothing was changed", () => {
    expect(changesSince(MEANT, { ...MEANT })).toEqual({});
  });

  it("may set the stock to zero", () => {
    expect(changesSince(MEANT, { ...MEANT, stock: 0 })).toEqual({ stock: 0 });
  });
});
