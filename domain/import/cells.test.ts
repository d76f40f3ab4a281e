import { describe, expect, it } from "vitest";
import { PRODUCT_FIELDS } from "../fields/product";
import { readCell, readPicture, invalidCell } from "./cells";
import type { Read } from "../typedNumber";

function reasonOf(read: Read<unknown>): string {
  return "reason" in read ? read.reason : `accepted as ${JSON.stringify(read.value)}`;
}

describe("a price in a file", () => {
  it.each([
    ["612", 61_200],
    ["612.5", 61_250],
    ["612.50", 61_250],
    ["13.750", 1_375],
    ["₹1,00,000", 10_000_000],
    ["1,00,000.50", 10_000_050],
    ["₹ 12,34,567.00", 123_456_700],
    ["100,000", 10_000_000],
    ["1,234,567", 123_456_700],
    ["Rs. 50", 5_000],
    ["INR 50", 5_000],
    ["50/-", 5_000],
    ["0", 0],
    ["99999999.99", 9_999_999_999],
  ])("%s is %i paise", (text, value) => {
    expect(readCell(PRODUCT_FIELDS.pricePaise, text)).toEqual({ value });
  });

  it.each([
    ["13,75", /write 13\.75/],
    ["1.375,50", /write 1375\.50/],
    ["1,00,00", /misplaced/],
    ["0,500", /misplaced/],
    ["1.2.3", /misplaced/],
    ["12.345", /two decimals/],
    ["-5", /below 0/],
    ["−5", /below 0/],
    ["(5)", /below 0/],
    ["$5", /no number/],
    ["free", /no number/],
    ["₹", /no number/],
    ["4.56E+12", /shortened/],
    ["१२", /digits 0 to 9/],
    ["100000000", /highest price/],
    ["9".repeat(400), /highest price/],
  ])("%s is refused", (text, reason) => {
    expect(reasonOf(readCell(PRODUCT_FIELDS.pricePaise, text))).toMatch(reason);
  });
});

describe("a whole number in a file", () => {
  it.each([
    ["0", 0],
    ["1,000", 1_000],
    ["12.0", 12],
    ["10,00,000", 1_000_000],
  ])("%s is %i", (text, value) => {
    expect(readCell(PRODUCT_FIELDS.stock, text)).toEqual({ value });
  });

  it.each(["0.5", "1000001", "12 Pcs", "-1", "1,5", "1e3", "Infinity", "0x10"])(
    "%s is refused",
    (text) => {
      expect(readCell(PRODUCT_FIELDS.stock, text)).toHaveProperty("reason");
    },
  );

  it("is at least 1 where it is a quantity", () => {
    expect(readCell(PRODUCT_FIELDS.minQuantity, "1")).toEqual({ value: 1 });
    expect(reasonOf(readCell(PRODUCT_FIELDS.minQuantity, "0"))).toMatch(/from 1 to 1,00,000/);
  });
});

describe("an SKU in a file", () => {
  it.each(["RICE-10", "8901234567890", "00123", "5-12", "12/24", "A 1", "Mayo-12", "DEC-12"])(
    "may be %s",
    (sku) => {
      expect(readCell(PRODUCT_FIELDS.sku, sku)).toEqual({ value: sku });
    },
  );

  it.each(["4.56E+12", "8.90123e+12", "4,56E+12", "1E5"])(
    "is refused as %s, whose digits are lost",
    (sku) => {
      expect(reasonOf(readCell(PRODUCT_FIELDS.sku, sku))).toMatch(/shortened/);
    },
  );

  it.each(["12-May", "May-12", "12-May-2026", "5/12/2026", "05.12.26", "2026-05-12 00:00:00"])(
    "is refused as %s, which was a date to the spreadsheet",
    (sku) => {
      expect(reasonOf(readCell(PRODUCT_FIELDS.sku, sku))).toMatch(/made a date/);
    },
  );

  it("has at most 40 characters, and none that mislead", () => {
    expect(readCell(PRODUCT_FIELDS.sku, "x".repeat(40))).toHaveProperty("value");
    expect(reasonOf(readCell(PRODUCT_FIELDS.sku, "x".repeat(41)))).toMatch(/at most 40/);
    expect(reasonOf(readCell(PRODUCT_FIELDS.sku, "a\u202eb"))).toMatch(/plain letters/);
  });
});

describe("texts in a file", () => {
  it("are trimmed; a description may have lines, a name may not", () => {
    expect(readCell(PRODUCT_FIELDS.name, " Rice ")).toEqual({ value: "Rice" });
    expect(readCell(PRODUCT_FIELDS.description, "Aged\ntwo years")).toEqual({
      value: "Aged\ntwo years",
    });
    expect(readCell(PRODUCT_FIELDS.name, "Rice\nAged")).toHaveProperty("reason");
    expect(reasonOf(readCell(PRODUCT_FIELDS.name, "x".repeat(101)))).toMatch(/at most 100/);
  });

  it("name one of the product types, however they are written", () => {
    expect(readCell(PRODUCT_FIELDS.type, "food AND beverage")).toEqual({
      value: "Food and Beverage",
    });
    expect(readCell(PRODUCT_FIELDS.type, "Toys & Games")).toEqual({ value: "Toys and Games" });
    expect(reasonOf(readCell(PRODUCT_FIELDS.type, "Weapons"))).toMatch(/one of: Beauty, /);
  });

  it("are no errors or formulas of the spreadsheet", () => {
    expect(invalidCell("#N/A")).toMatch(/error/);
    expect(invalidCell("=A1*2")).toMatch(/formula/);
    expect(invalidCell("#1 Rice")).toBeUndefined();
  });
});

describe("a text whose letters were lost when its file was saved", () => {
  it.each(["????", "?? 1 kg", "Rice (????)", "Rice \ufffd", "-??"])("is refused as %s", (text) => {
    expect(invalidCell(text)).toMatch(/CSV UTF-8/);
  });

  it.each(["Is it fresh?", "Fresh?!", "Really??", "चावल??", "A?B?C"])("is not %s", (text) => {
    expect(invalidCell(text)).toBeUndefined();
  });
});

describe("price breaks in a file", () => {
  it.each(["24: 95.00; 48: 90", "24=95;48=90", "from 24: ₹95; from 48: ₹90;"])(
    "may be written as %s",
    (text) => {
      expect(readCell(PRODUCT_FIELDS.priceBreaks, text)).toEqual({
        value: [
          { from: 24, pricePaise: 9_500 },
          { from: 48, pricePaise: 9_000 },
        ],
      });
    },
  );

  it.each(["24", "24: x", "x: 5", "24: 13,75", "1:6;2:5;3:4;4:3;5:2;6:1"])(
    "are refused as %s",
    (text) => {
      expect(readCell(PRODUCT_FIELDS.priceBreaks, text)).toHaveProperty("reason");
    },
  );
});

describe("[IMPORT10] the address of a picture", () => {
  it.each([
    ["https://shop.example/rice.jpg", "https://shop.example/rice.jpg"],
    ["HTTPS://Shop.Example/a b.png#top", "https://shop.example/a%20b.png"],
    [
      "https://shop.example/चावल.webp?w=2",
      "https://shop.example/%E0%A4%9A%E0%A4%BE%E0%A4%B5%E0%A4%B2.webp?w=2",
    ],
  ])("%s is %s", (text, value) => {
    expect(readPicture(text)).toEqual({ value });
  });

  it.each([
    ["rice.jpg", /whole address/],
    ["//shop.example/rice.jpg", /whole address/],
    ["data:image/png;base64,AAAA", /whole address/],
    ["file:///etc/passwd", /whole address/],
    ["javascript:alert(1)", /whole address/],
    ["https://", /whole address/],
    ["https://me:secret@shop.example/rice.jpg", /name or a password/],
    [`https://shop.example/${"x".repeat(2_048)}`, /at most 2,048/],
    [`https://shop.example/${"é".repeat(700)}`, /at most 2,048/],
  ])("%s is refused", (text, reason) => {
    expect(readPicture(text)).toEqual({ reason: expect.stringMatching(reason) as string });
  });
});
