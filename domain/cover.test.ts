import { expect, it } from "vitest";
import { coverDays, piecesSold, runsLow, withPieces } from "./cover";

it.each([
  { stock: 0, sold: 28, cover: 0 },
  { stock: 27, sold: 28, cover: 27 },
  { stock: 13, sold: 56, cover: 6 },
  { stock: 14, sold: 56, cover: 7 },
  { stock: 14, sold: 0, cover: null },
])("$stock pieces last $cover days when $sold were sold in 28", ({ stock, sold, cover }) => {
  expect(coverDays(stock, sold)).toBe(cover);
});

it.each([
  { stock: 10, sold: 0, low: true },
  { stock: 11, sold: 0, low: false },
  { stock: 27, sold: 112, low: true },
  { stock: 28, sold: 112, low: false },
])("$stock pieces with $sold sold: low is $low", ({ stock, sold, low }) => {
  expect(runsLow(stock, sold)).toBe(low);
});

it("adds up 28 days, today among them", () => {
  const days = [
    { day: "2026-10-23", pieces: 1 },
    { day: "2026-10-24", pieces: 10 },
    { day: "2026-11-20", pieces: 100 },
    { day: "2026-11-21", pieces: 1_000 },
  ];
  expect(piecesSold(days, "2026-11-20")).toBe(110);
});

it("keeps the days up to the latest in order, and takes pieces off", () => {
  const first = withPieces([], { day: "2026-11-20", pieces: 5 });
  const both = withPieces(first, { day: "2026-10-24", pieces: 2 });
  expect(both.map(({ day }) => day)).toEqual(["2026-10-24", "2026-11-20"]);
  expect(withPieces(both, { day: "2026-11-20", pieces: -5 })[1]).toEqual({
    ...{ day: "2026-11-20", pieces: 0 },
  });
  expect(withPieces(both, { day: "2026-11-21", pieces: 1 }).map(({ pieces }) => pieces)).toEqual([
    5, 1,
  ]);
});
