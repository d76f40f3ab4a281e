import { describe, expect, it } from "vitest";
import { scaleTop } from "./Chart";

describe("the scale of a chart", () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 6],
    [7, 10],
    [11, 20],
    [21, 40],
    [61, 100],
    [1001, 2000],
  ])("for at most %d ends at %d, with a whole number in the middle", (greatest, top) => {
    expect(scaleTop([0, greatest, greatest])).toBe(top);
    expect(Number.isInteger(top / 2)).toBe(true);
  });

  it.each([
    ["one of more than twice the second", [3, 156, 20, 8], 40],
    ["one of twice the second", [40, 20, 8], 40],
    ["two that are alike", [156, 150, 8], 200],
    ["one alone", [0, 156, 0], 200],
    ["none", [], 2],
  ])("with %s leaves the second at least 30 % of its height", (_, figures, top) => {
    expect(scaleTop(figures)).toBe(top);
    const [, second = 0] = figures.toSorted((a, b) => b - a);
    if (second > 0) expect(second / top).toBeGreaterThanOrEqual(0.3);
  });
});
