import fc from "fast-check";
import { expect, it } from "vitest";
import { gramsOf, rarestGram } from "./grams";

it("a text has the grams of each three characters in a row, each once", () => {
  expect(gramsOf("banana")).toEqual(["ban", "ana", "nan"]);
  expect(gramsOf("a 🧴ß")).toEqual(["a 🧴", " 🧴ß"]);
  expect([gramsOf(""), gramsOf("ab"), gramsOf("🧴🧴")]).toEqual([[], [], []]);
});

it("what contains a text has all of its grams, also if the text ends within a character", () => {
  const piece = fc.string({
    unit: fc.constantFrom("a", "b", " ", "🧴", "साबुन", "İ"),
    maxLength: 8,
  });
  fc.assert(
    fc.property(piece, fc.nat(), fc.nat(), (text, from, length) => {
      const part = text.slice(from % (text.length + 1)).slice(0, length % 9);
      expect(gramsOf(text)).toEqual(expect.arrayContaining(gramsOf(part)));
    }),
    { numRuns: 1_000 },
  );
});

it("the rarest gram is the one with the rarest letters", () => {
  expect(rarestGram("basmati rice")).toBe("bas");
  expect(rarestGram("quilted")).toBe("qui");
  expect(rarestGram("साबुन soap")).toBe("साब");
  expect(rarestGram("ab")).toBeUndefined();
});
