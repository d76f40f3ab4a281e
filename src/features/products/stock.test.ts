import { describe, expect, it } from "vitest";
import { daysLeft, isLowStock, pieces } from "./stock";

describe("a stock figure", () => {
  it("[PRODUCT14] has no decimals, Indian grouping and the word Pcs", () => {
    expect(pieces(125_000)).toBe("1,25,000 Pcs");
  });

  it("[PRODUCT13] [MARKET2] is low at 10 and below", () => {
    expect(isLowStock(0)).toBe(true);
    expect(isLowStock(10)).toBe(true);
    expect(isLowStock(11)).toBe(false);
  });

  it("[COVER1] says how long it lasts in whole days, but not of what does not sell or is gone", () => {
    expect(daysLeft(40, 62)?.text).toBe("18 days left");
    expect(daysLeft(2, 56)?.text).toBe("1 day left");
    expect(daysLeft(1, 56)?.text).toBe("Less than a day left");
    expect(daysLeft(1_00_000, 28)?.text).toBe("Over a year left");
    expect([daysLeft(40, 0), daysLeft(0, 62)]).toEqual([null, null]);
  });
});
