import { describe, expect, test } from "vitest";
import { wrongTerm } from "./fields/checkTerms";
import { checkValue } from "./fields/kinds";
import { TERM_FIELDS } from "./fields/product";
import { ORDER_QUANTITY_MAX, PRICE_BREAKS_MAX, SKU_MAX } from "./limits";
import {
  firstQuantity,
  nearestQuantity,
  nearestText,
  nextBreak,
  unitPrice,
  wrongQuantity,
} from "./productTerms";

const RICE = { pricePaise: 9_000, minQuantity: 24, multiple: 12 };
const BREAKS = [
  { from: 48, pricePaise: 8_400 },
  { from: 96, pricePaise: 8_000 },
];

describe("quantities", () => {
  test.each([
    [24, null],
    [36, null],
    [1, { lower: null, upper: 24 }],
    [23, { lower: null, upper: 24 }],
    [25, { lower: 24, upper: 36 }],
    [50, { lower: 48, upper: 60 }],
    [ORDER_QUANTITY_MAX, { lower: 99_996, upper: null }],
  ])("%i pieces of at least 24 in packs of 12: %j", (quantity, nearest) => {
    expect(wrongQuantity(RICE, quantity)).toEqual(nearest);
  });

  test("a minimum that is no multiple counts as the next multiple", () => {
    const terms = { minQuantity: 10, multiple: 12 };
    expect(firstQuantity(terms)).toBe(12);
    expect(wrongQuantity(terms, 10)).toEqual({ lower: null, upper: 12 });
    expect(wrongQuantity(terms, 12)).toBeNull();
  });

  test("a product without terms is sold in every quantity", () => {
    expect(firstQuantity({})).toBe(1);
    for (const quantity of [1, 7, ORDER_QUANTITY_MAX])
      expect(wrongQuantity({}, quantity)).toBeNull();
  });

  test("the nearest quantities are named", () => {
    expect(nearestText({ lower: 48, upper: 72 })).toBe("Order 48 or 72.");
    expect(nearestText({ lower: null, upper: 24 })).toBe("Order 24.");
    expect(nearestText({ lower: 99_996, upper: null })).toBe("Order 99,996.");
  });
});

describe("prices", () => {
  const rice = { ...RICE, priceBreaks: BREAKS };

  test.each([
    [24, 9_000],
    [47, 9_000],
    [48, 8_400],
    [95, 8_400],
    [96, 8_000],
    [100_000, 8_000],
  ])("each of %i pieces costs %i paise", (quantity, price) => {
    expect(unitPrice(rice, quantity)).toBe(price);
  });

  test("the next break says how many pieces are missing", () => {
    expect(nextBreak(rice, 36)).toEqual({ missing: 12, pricePaise: 8_400 });
    expect(nextBreak(rice, 48)).toEqual({ missing: 48, pricePaise: 8_000 });
    expect(nextBreak(rice, 96)).toBeNull();
    expect(nextBreak(RICE, 24)).toBeNull();
  });
});

describe("terms that a distributor may set", () => {
  test("none, some and all", () => {
    expect(wrongTerm({ pricePaise: 0 })).toBeUndefined();
    expect(wrongTerm(RICE)).toBeUndefined();
    expect(wrongTerm({ ...RICE, sku: "RICE-10", priceBreaks: BREAKS })).toBeUndefined();
    expect(wrongTerm({ ...RICE, priceBreaks: [{ from: 24, pricePaise: 1 }] })).toBeUndefined();
  });

  test.each(["", " RICE", "RICE ", "R\nICE", "x".repeat(SKU_MAX + 1), "\u0000"])(
    "no SKU %j",
    (sku) => {
      expect(wrongTerm({ ...RICE, sku })).toBe("sku");
    },
  );

  test.each([0, -1, 1.5, Number.NaN, Infinity, ORDER_QUANTITY_MAX + 1])(
    "not %d pieces",
    (pieces) => {
      expect(wrongTerm({ ...RICE, minQuantity: pieces })).toBe("minQuantity");
      expect(wrongTerm({ ...RICE, multiple: pieces })).toBe("multiple");
      const priceBreaks = [{ from: pieces, pricePaise: 1 }];
      expect(wrongTerm({ ...RICE, priceBreaks })).toBe("priceBreaks");
    },
  );

  test.each<[string, { from: number; pricePaise: number }[]]>([
    ["that begin below the minimum", [{ from: 23, pricePaise: 8_000 }]],
    ["at the product's own price", [{ from: 48, pricePaise: 9_000 }]],
    ["that are dearer", [{ from: 48, pricePaise: 9_001 }]],
    ["out of order", [...BREAKS].reverse()],
    ["of one quantity twice", [BREAKS[0]!, { from: 48, pricePaise: 8_000 }]],
    ["of one price twice", [BREAKS[0]!, { from: 96, pricePaise: 8_400 }]],
    ["below nothing", [{ from: 48, pricePaise: -1 }]],
    ["for nothing", [{ from: 48, pricePaise: 0 }]],
    ["of a fraction of a paisa", [{ from: 48, pricePaise: 8_000.5 }]],
    [
      "too many",
      Array.from({ length: PRICE_BREAKS_MAX + 1 }, (_, at) => ({
        from: 48 + at,
        pricePaise: 8_000 - at,
      })),
    ],
  ])("no breaks %s", (_, priceBreaks) => {
    expect(wrongTerm({ ...RICE, priceBreaks })).toBe("priceBreaks");
  });

  test("no break of one piece: that is the price", () => {
    expect(wrongTerm({ pricePaise: 100, priceBreaks: [{ from: 1, pricePaise: 90 }] })).toBe(
      "priceBreaks",
    );
  });

  test("an SKU is trimmed", () => {
    expect(checkValue(TERM_FIELDS.sku, "  RICE-10 ")).toBe("RICE-10");
    expect(checkValue(TERM_FIELDS.sku, "   ")).toBe("");
  });
});

describe("the nearest quantity", () => {
  test.each([
    [24, 24],
    [29, 24],
    [30, 36],
    [35, 36],
    [1, 24],
    [30.5, 36],
    [100_000, 99_996],
  ])("to %d is %d", (wanted, nearest) => {
    expect(nearestQuantity({ minQuantity: 20, multiple: 12 }, wanted)).toBe(nearest);
  });

  test("of a product without terms is the quantity, rounded", () => {
    expect(nearestQuantity({}, 7)).toBe(7);
    expect(nearestQuantity({}, 2.5)).toBe(3);
    expect(nearestQuantity({}, 0.5)).toBe(1);
  });
});
