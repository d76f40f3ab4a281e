import { describe, expect, it } from "vitest";
import { isLowStock, stockText } from "./stock";

describe("a stock figure", () => {
  it("[PRODUCT14] has no decimals, Indian grouping and the word Pcs", () => {
    expect(stockText(125_000)).toBe("1,25,000 Pcs");
  });

  it("[PRODUCT13] [MARKET2] is low at 10 and below, and says so", () => {
    expect(stockText(10)).toBe("Insufficient stock 10 Pcs");
    expect(stockText(0)).toBe("Insufficient stock 0 Pcs");
    expect(isLowStock(11)).toBe(false);
    expect(stockText(11)).toBe("11 Pcs");
  });
});
