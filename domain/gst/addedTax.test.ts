import fc from "fast-check";
import { expect, test } from "vitest";
import { addedTaxBp } from "./addedTax";
import { lineTax } from "./lineTax";
import { plusGst } from "./plusGst";
import { withAddedTax } from "./withAddedTax";

const SELLER = { gstin: "27AAPFU0939F1ZV", pricesExcludeTax: true } as const;
const TAXED = { taxKind: "taxable", gstRateBp: 1800 } as const;

test.each([
  ["a seller of the regular scheme", SELLER, TAXED, 1800],
  ["goods that nobody has rated yet", SELLER, {}, 0],
  ["untaxed goods", SELLER, { taxKind: "exempt" }, undefined],
  ["prices with tax", { gstin: SELLER.gstin }, TAXED, undefined],
  ["a seller without a GSTIN", { pricesExcludeTax: true }, TAXED, undefined],
  ["composition", { ...SELLER, gstScheme: "composition" }, TAXED, undefined],
] as const)("the tax on top of the prices of %s", (_, seller, product, added) => {
  expect(addedTaxBp(seller, product)).toBe(added);
});

test("a sum with tax on top is that of a document within the State", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_00 }),
      fc.constantFrom(0, 25, 150, 300, 500, 1800, 4000),
      (amountPaise, rateBp) => {
        const rules = { isInterState: false, pricesIncludeTax: false };
        const line = lineTax({ amountPaise, taxKind: "taxable", rateBp }, rules);
        expect(withAddedTax(amountPaise, rateBp)).toBe(line.totalPaise);
      },
    ),
  );
});

test.each([
  [undefined, ""],
  [0, " + GST"],
  [25, " + 0.25% GST"],
  [1800, " + 18% GST"],
])("%s basis points on top read “%s”", (addedTax, words) => {
  expect(plusGst(addedTax)).toBe(words);
});
