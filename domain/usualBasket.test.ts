import { describe, expect, it } from "vitest";
import { USUAL_LINES_MAX } from "./limits";
import { usualLines } from "./usualBasket";

const line = (productId: string, quantity: number) => ({ productId, quantity });

describe("the usual basket", () => {
  it("has what is in two orders or more, most often ordered first, in the median quantity", () => {
    const orders = [
      [line("rice", 10), line("soap", 4)],
      [line("lamp", 1), line("soap", 6)],
      [line("rice", 2), line("soap", 40)],
    ];
    expect(usualLines(orders)).toEqual([line("soap", 6), line("rice", 6)]);
  });

  it("counts a product once per order, with all its pieces", () => {
    const once = [[line("rice", 2), line("rice", 3)]];
    expect(usualLines(once)).toEqual([]);
    expect(usualLines([...once, [line("rice", 6)]])).toEqual([line("rice", 5.5)]);
  });

  it("is bounded, and keeps those that were ordered most often", () => {
    const many = Array.from({ length: USUAL_LINES_MAX + 10 }, (_, n) => line(`p${n}`, 1));
    const favourite = line("favourite", 3);
    const usual = usualLines([[...many, favourite], [...many, favourite], [favourite]]);
    expect(usual).toHaveLength(USUAL_LINES_MAX);
    expect(usual[0]).toEqual(favourite);
  });

  it("of no orders is empty", () => {
    expect(usualLines([])).toEqual([]);
  });
});
