import { describe, expect, it } from "vitest";
import { formatToParts } from "./messageFormat";

const LINES = "{count, plural, one {# line} other {# lines}}";

function written(text: string, values: Record<string, string | number>, language = "en"): string {
  return formatToParts<string | number>(text, values, language).join("");
}

describe("a plural", () => {
  it.each([
    ["en", ["other", "one", "other"]],
    ["hi", ["one", "one", "other"]],
    ["gu", ["one", "one", "other"]],
    ["bn", ["one", "one", "other"]],
    ["ta", ["other", "one", "other"]],
  ])("has the branch that the grammar of %s gives to 0, 1 and 2", (language, branches) => {
    const text = "{count, plural, one {one} other {other}}";
    expect([0, 1, 2].map((count) => written(text, { count }, language))).toEqual(branches);
  });

  it("prefers the branch of its exact number", () => {
    const text = "{count, plural, =0 {none} =1 {just # line} one {# line} other {# lines}}";
    expect([0, 1, 2].map((count) => written(text, { count }))).toEqual([
      "none",
      "just 1 line",
      "2 lines",
    ]);
    // "one" of Hindi covers 0 too.
    expect(written(text, { count: 0 }, "hi")).toBe("none");
  });

  it("groups its number as in India, with Latin digits in each language", () => {
    for (const language of ["en", "hi", "bn", "ta"])
      expect(written(LINES, { count: 1_23_456 }, language)).toBe("1,23,456 lines");
  });

  it("has `other` for a category that a text leaves out", () => {
    expect(written("{count, plural, other {# पंक्तियाँ}}", { count: 1 }, "hi")).toBe("1 पंक्तियाँ");
  });
});

describe("a select", () => {
  const text = "{kind, select, order {The order} offer {The offer} other {It}} ended";

  it("has the branch of its value, else `other`", () => {
    expect(["order", "offer", "payment"].map((kind) => written(text, { kind }))).toEqual([
      "The order ended",
      "The offer ended",
      "It ended",
    ]);
  });

  it("takes plurals and values into its branches", () => {
    const nested = `{kind, select, order {${LINES} of {name}} other {{name}}}`;
    expect(written(nested, { kind: "order", count: 1, name: "Asha" })).toBe("1 line of Asha");
    expect(written(nested, { kind: "message", count: 1, name: "Asha" })).toBe("Asha");
  });

  it("keeps the number of the plural around it", () => {
    const nested =
      "{count, plural, one {# line} other {{kind, select, order {# lines} other {# items}}}}";
    expect(written(nested, { count: 3, kind: "order" })).toBe("3 lines");
    expect(written(nested, { count: 3, kind: "basket" })).toBe("3 items");
  });
});

it("leaves # outside of plurals, and values that are no strings, as they are", () => {
  const link = { href: "/terms" };
  expect(
    formatToParts<object | string>("Item # {name}, {link}", { name: "4", link }, "en"),
  ).toEqual(["Item # ", "4", ", ", link]);
});

it.each([
  ["an open brace", "Hello {name"],
  ["an open branch", "{count, plural, one {# line} other {# lines"],
  ["no branch `other`", "{count, plural, one {# line}}"],
  ["an unknown kind", "{count, ordinal, other {#}}"],
  ["a kind without branches", "{count, plural}"],
])("refuses a text with %s", (_, text) => {
  expect(() => written(text, { name: "Asha", count: 1 })).toThrow(/text/);
});
