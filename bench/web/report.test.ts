import { expect, test } from "vitest";
import { webReport } from "./report";

const results = {
  pages: [],
  landing: {
    ...{ largestPaintMs: 1_500, longestTaskMs: 101, blockedMs: 20, performance: 99, machine: 900 },
  },
  arrivals: [
    { what: "a quick list", medianMs: 16, p95Ms: 30, scriptMs: 5, layoutMs: 2 },
    { what: "a slow list", medianMs: 16.1, p95Ms: 17, scriptMs: 5, layoutMs: 2 },
  ],
  changes: [
    { who: "visitor", to: "/about", clicks: 5, medianMs: 100, worstMs: 300 },
    { who: "visitor", to: "/terms", clicks: 5, medianMs: 100.4, worstMs: 101 },
  ],
};

test("what misses its target is marked, however near, and what meets it just so is met", () => {
  const rows = webReport(results, "a machine").split("\n");
  const verdictOf = (words: string) =>
    rows
      .find((row) => row.includes(words))
      ?.split("|")
      .at(-2);
  const words = ["largest contentful", "longest task", "a quick", "a slow", "/about", "/terms"];
  expect(words.map((each) => verdictOf(each)?.trim())).toEqual([
    "met",
    "**missed**",
    "met",
    "**missed**",
    "met",
    "**missed**",
  ]);
});
