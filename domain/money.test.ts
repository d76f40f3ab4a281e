import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatRupees,
  lineTotal,
  paiseOfRupees,
  parseRupees,
  plainRupees,
  rupeesOfPaise,
  shortRupees,
} from "./money";

const MAX_PRICE_PAISE = 9_999_999_999;
const price = fc.integer({ min: 0, max: MAX_PRICE_PAISE });
const quantity = fc.integer({ min: 1, max: 100_000 });

describe("[I-28] money is exact", () => {
  it("quantity × price equals the sum in whole numbers of any size", () => {
    fc.assert(
      fc.property(price, quantity, (paise, pieces) => {
        expect(BigInt(lineTotal(paise, pieces))).toBe(BigInt(paise) * BigInt(pieces));
      }),
      { numRuns: 100_000 },
    );
  });

  it("what is printed is exactly what is owed", () => {
    fc.assert(
      fc.property(price, quantity, (paise, pieces) => {
        const digits = formatRupees(lineTotal(paise, pieces)).replace(/[₹,.]/g, "");
        expect(BigInt(digits)).toBe(BigInt(paise) * BigInt(pieces));
      }),
    );
  });

  it.each([
    [3, 0.1, "₹0.30"],
    [100, 1.15, "₹115.00"],
    [7, 8.2, "₹57.40"],
    [3, 4.35, "₹13.05"],
  ])("%d × %d rupees is %s", (pieces, rupees, total) => {
    expect(formatRupees(lineTotal(paiseOfRupees(rupees) ?? Number.NaN, pieces))).toBe(total);
  });
});

describe("rupees as people read them", () => {
  it.each([
    [0, "₹0.00"],
    [5, "₹0.05"],
    [99_900, "₹999.00"],
    [100_000, "₹1,000.00"],
    [10_000_000, "₹1,00,000.00"],
    [9_999_999_999, "₹9,99,99,999.99"],
    [100_000_000_000, "₹1,00,00,00,000.00"],
    [-12_345, "-₹123.45"],
  ])("[PRODUCT15] [MARKET3] %d paise are %s", (paise, text) => {
    expect(formatRupees(paise)).toBe(text);
  });

  it("a form field holds them without sign and grouping", () => {
    expect(plainRupees(10_000_005)).toBe("100000.05");
  });
});

describe("rupees as people type them", () => {
  it.each([
    ["0", 0],
    ["12", 1200],
    ["12.5", 1250],
    [" 12.05 ", 1205],
    ["99999999.99", 9_999_999_999],
  ])("%s is %d paise", (text, paise) => {
    expect(parseRupees(text)).toBe(paise);
  });

  it.each([
    "",
    ".",
    "1.",
    ".5",
    "1,000",
    "1.000,50",
    "१०",
    "1 000",
    "₹10",
    "-1",
    "1.005",
    "1e3",
    "Infinity",
    "NaN",
    "0x10",
  ])("'%s' is no amount", (text) => {
    expect(parseRupees(text)).toBeNull();
  });

  it("what was printed plainly reads back the same", () => {
    fc.assert(fc.property(price, (paise) => parseRupees(plainRupees(paise)) === paise));
  });
});

describe("rupees as JSON numbers", () => {
  it("every amount survives the way out and back", () => {
    fc.assert(fc.property(price, (paise) => paiseOfRupees(rupeesOfPaise(paise)) === paise));
  });

  it.each([-1, -0.01, 0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e308])(
    "%d is refused",
    (rupees) => {
      expect(paiseOfRupees(rupees)).toBeNull();
    },
  );
});

describe("[MONEY6] a sum at a glance", () => {
  it.each([
    [0, "₹0"],
    [8_400_00, "₹8,400"],
    [8_400_50, "₹8,401"],
    [99_999_49, "₹99,999"],
    [99_999_50, "₹1 lakh"],
    [1_57_760_00, "₹1.58 lakh"],
    [1_50_000_00, "₹1.5 lakh"],
    [99_99_499_00, "₹99.99 lakh"],
    [99_99_500_00, "₹1 crore"],
    [1_23_45_678_00, "₹1.23 crore"],
    [1_00_00_00_00_000_00, "₹10,000 crore"],
    [-1_57_760_00, "-₹1.58 lakh"],
  ])("of %i paise is %s", (paise, text) => {
    expect(shortRupees(paise)).toBe(text);
  });
});
