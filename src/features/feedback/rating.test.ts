import { describe, expect, it } from "vitest";
import { RATINGS, ratingName, ratingOf } from "./rating";

describe("a star", () => {
  it("has an accessible name with its number and meaning", () => {
    expect(RATINGS.map(ratingName)).toEqual([
      "1 star, Poor",
      "2 stars, Fair",
      "3 stars, Good",
      "4 stars, Very good",
      "5 stars, Excellent",
    ]);
  });

  it.each(["", "0", "6", "4.5", "five", "05"])("is not restored from the draft '%s'", (text) => {
    expect(ratingOf(text)).toBeNull();
  });

  it("is restored from its draft", () => {
    for (const rating of RATINGS) expect(ratingOf(String(rating))).toBe(rating);
  });
});
