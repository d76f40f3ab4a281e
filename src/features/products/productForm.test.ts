import { describe, expect, it } from "vitest";
import {
  changesSince,
  type DraftErrors,
  draftErrors,
  draftOf,
  EMPTY_DRAFT,
  type ProductDraft,
  readDraft,
} from "./productForm";

const TYPED: ProductDraft = {
  name: " Basmati rice ",
  type: "Food and Beverage",
  description: "Aged two years",
  packSize: "25",
  price: "1150.5",
  stock: "400",
};

const MEANT = {
  name: "Basmati rice",
  type: "Food and Beverage",
  description: "Aged two years",
  packSize: 25,
  pricePaise: 115_050,
  stock: 400,
} as const;

function errorsOf(part: Partial<ProductDraft>): DraftErrors {
  return draftErrors({ ...TYPED, ...part });
}

describe("a product as it is typed", () => {
  it("becomes figures: text trimmed, rupees to whole paise", () => {
    expect(readDraft(TYPED)).toEqual({ ok: true, product: MEANT });
  });

  it("[PRODUCT4] names every empty field at once", () => {
    expect(Object.keys(draftErrors(EMPTY_DRAFT))).toEqual(Object.keys(EMPTY_DRAFT));
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

  it.each(["0", "0.01", "99999999.99"])("may cost %s rupees", (price) => {
    expect(errorsOf({ price })).toEqual({});
  });

  it.each(["-1", "1.005", "100000000", "1,000", "₹10", "free"])(
    "[PRODUCT6] may not cost %j",
    (price) => {
      expect(Object.keys(errorsOf({ price }))).toEqual(["price"]);
    },
  );

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
    expect(draftOf(MEANT).price).toBe("1150.50");
    expect(readDraft(draftOf(MEANT))).toEqual({ ok: true, product: MEANT });
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
