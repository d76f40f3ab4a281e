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
    expect(scaleTop(greatest)).toBe(top);
    expect(Number.isInteger(scaleTop(greatest) / 2)).toBe(true);
  });
});
