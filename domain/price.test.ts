import fc from "fast-check";
import { expect, test } from "vitest";
import { lineTax } from "./gst/lineTax";
import {
  addsTax,
  gstText,
  isSamePrice,
  priceFor,
  priceText,
  quotedPrice,
  totalWithTax,
  withPrice,
} from "./price";

test("a sum with tax on top is that of a document within the State", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_00 }),
      fc.constantFrom(0, 25, 150, 300, 500, 1800, 4000),
      (amountPaise, rateBp) => {
        const rules = { isInterState: false, pricesIncludeTax: false };
        const line = lineTax({ amountPaise, taxKind: "taxable", rateBp }, rules);
        const price = { pricePaise: amountPaise, addedTaxBp: rateBp };
        expect(totalWithTax(price, 1)).toBe(line.totalPaise);
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
  const price = { pricePaise: 84_50, addedTaxBp: addedTax };
  expect(gstText(price)).toBe(words);
  expect(priceText(price)).toBe(`₹84.50${words}`);
  expect(addsTax(price)).toBe(words !== "");
});

const ROW = { name: "Rice", pricePaise: 500, addedTaxBp: 1800 };

test("the price of a row has none of its other fields, and no tax where none comes on top", () => {
  expect(quotedPrice(ROW)).toEqual({ pricePaise: 500, addedTaxBp: 1800 });
  expect(Object.keys(quotedPrice({ ...ROW, addedTaxBp: undefined }))).toEqual(["pricePaise"]);
  expect(withPrice(ROW, { pricePaise: 400 })).toEqual({ name: "Rice", pricePaise: 400 });
});

test("prices are the same with the same amount and the same tax", () => {
  expect(isSamePrice(ROW, quotedPrice(ROW))).toBe(true);
  expect(isSamePrice(ROW, { ...ROW, pricePaise: 501 })).toBe(false);
  expect(isSamePrice(ROW, { pricePaise: 500 })).toBe(false);
  expect(isSamePrice({ ...ROW, addedTaxBp: 0 }, { pricePaise: 500 })).toBe(false);
});

test("a larger order has the price of its break, at the same tax", () => {
  const product = { ...ROW, priceBreaks: [{ from: 10, pricePaise: 450 }] };
  expect(priceFor(product, 9)).toEqual(quotedPrice(ROW));
  expect(priceFor(product, 10)).toEqual({ pricePaise: 450, addedTaxBp: 1800 });
});
