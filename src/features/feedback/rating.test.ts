import { describe, expect, it } from "vitest";
import { RATINGS, ratingName, ratingOf } from "./rating";

describe("a star", () => {
  it("has a name that says how many and how good", () => {
    expect(RATINGS.map(ratingName)).toEqual([
      "1 star, Poor",
      "2 stars, Fair",
      "3 stars, Good",
      "4 stars, Very good",
      "5 stars, Excellent",
    ]);
  });

  it.each(["", "0", "6", "4.5", "five", "05"])("is not made of a draft that says '%s'", (text) => {
    expect(ratingOf(text)).toBeNull();
  });

  it("comes back from the draft that was kept of it", () => {
    for (const rating of RATINGS) expect(ratingOf(String(rating))).toBe(rating);
  });
});
