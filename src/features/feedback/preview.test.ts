import { describe, expect, it } from "vitest";
import { previewOf } from "./preview";

const ninetyNine = "a".repeat(99);

describe("the preview of a complaint or review", () => {
  it("is the text itself up to 100 characters", () => {
    expect(previewOf("")).toBeNull();
    expect(previewOf(`${ninetyNine}b`)).toBeNull();
  });

  it("[ADMIN15] is the first 100 characters and an ellipsis beyond that", () => {
    expect(previewOf(`${ninetyNine}bc`)).toBe(`${ninetyNine}b…`);
  });

  it.each(["😀", "👩‍👩‍👧", "दु", "é"])("cuts no %s in half", (character) => {
    expect(previewOf(`${ninetyNine}${character}`)).toBeNull();
    expect(previewOf(`${ninetyNine}${character}z`)).toBe(`${ninetyNine}${character}…`);
    expect(previewOf(`${ninetyNine}z${character}`)).toBe(`${ninetyNine}z…`);
  });

  it("leaves no space before the ellipsis", () => {
    expect(previewOf(`${ninetyNine} next words`)).toBe(`${ninetyNine}…`);
  });
});
