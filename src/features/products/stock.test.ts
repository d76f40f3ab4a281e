import { describe, expect, it } from "vitest";
import { isLowStock, pieces } from "./stock";

describe("a stock figure", () => {
  it("[PRODUCT14] has no decimals, Indian grouping and the word Pcs", () => {
    expect(pieces(125_000)).toBe("1,25,000 Pcs");
  });

  it("[PRODUCT13] [MARKET2] is low at 10 and below", () => {
    expect(isLowStock(0)).toBe(true);
    expect(isLowStock(10)).toBe(true);
    expect(isLowStock(11)).toBe(false);
  });
});
