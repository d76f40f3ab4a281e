import { expect, test } from "vitest";
import { quoteOf } from "./addedTax";

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
  const price = quoteOf(seller, { pricePaise: 500, ...product });
  expect(price).toEqual({ pricePaise: 500, addedTaxBp: added });
  expect(Object.hasOwn(price, "addedTaxBp")).toBe(added !== undefined);
});

test("the price of some pieces, and that of a seller who is gone, whose rate nobody knows", () => {
  expect(quoteOf(SELLER, { pricePaise: 500, ...TAXED }, 450)).toEqual({
    pricePaise: 450,
    addedTaxBp: 1800,
  });
  expect(quoteOf(null, { pricePaise: 500, ...TAXED })).toEqual({ pricePaise: 500 });
});
