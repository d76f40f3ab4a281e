import { expect, it } from "vitest";
import { agreedTax } from "./agreedTax";

const TODAY = "2026-11-25";

it.each([
  ["the agreed rate, whatever the product has now", 500, 4000, TODAY, 500],
  ["the product's, where nobody said one", 0, 1800, TODAY, 1800],
  ["the product's, where the price is what is paid", undefined, 1800, TODAY, 1800],
  ["the agreed rate on its last day", 2800, 4000, "2026-01-31", 2800],
  ["the product's from the day after", 2800, 4000, "2026-02-01", 4000],
] as const)("returns %s", (_, agreed, gstRateBp, day, expected) => {
  const tax = agreedTax({ taxKind: "taxable", gstRateBp }, agreed, day);
  expect(tax).toEqual({ taxKind: "taxable", gstRateBp: expected });
});

it("returns the agreed rate of goods that nobody taxes now, and nothing of goods that nobody ever did", () => {
  expect(agreedTax({ taxKind: "nil" }, 500, TODAY)).toEqual({ taxKind: "taxable", gstRateBp: 500 });
  expect(agreedTax({ taxKind: "nil" }, 0, TODAY)).toEqual({ taxKind: "nil" });
  expect(agreedTax({}, 0, TODAY)).toEqual({});
});
