import { describe, expect, it } from "vitest";
import { ageOf, endText, latenessOf, sinceText } from "./waiting";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the age of a waiting order", () => {
  it.each([
    [0, "< 1 h", "muted"],
    [59 * MINUTE, "< 1 h", "muted"],
    [3 * HOUR, "3 h", "muted"],
    [4 * HOUR, "4 h", "caution"],
    [24 * HOUR, "24 h", "negative"],
    [71 * HOUR, "71 h", "negative"],
    [72 * HOUR, "3 days", "negative"],
    [-HOUR, "< 1 h", "muted"],
  ])("after %i ms is %s, %s", (ms, text, tone) => {
    expect(ageOf(0, ms)).toEqual({ text, tone });
  });
});

it.each([
  [-HOUR, "just now"],
  [MINUTE - 1, "just now"],
  [2 * MINUTE, "2 min ago"],
  [26 * HOUR, "26 h ago"],
])("what came %i ms ago came %s", (ms, text) => {
  expect(sinceText(0, ms)).toBe(text);
});

describe("an offer", () => {
  it.each([
    [41 * HOUR + MINUTE, "ends in 41 h"],
    [HOUR, "ends in 1 h"],
    [30 * MINUTE, "ends in 30 min"],
    [MINUTE / 10, "ends in 1 min"],
    [0, "ends now"],
    [-5 * MINUTE, "ends now"],
  ])("with %i ms left %s", (ms, text) => {
    expect(endText(ms, 0)).toBe(text);
  });
});

describe("a delivery", () => {
  it.each([
    ["2026-03-05", null],
    ["2026-03-04", "today"],
    ["2026-03-03", "1 day late"],
    ["2026-02-07", "25 days late"],
  ])("before %s on 4 March is %s", (day, text) => {
    expect(latenessOf(day, "2026-03-04")).toBe(text);
  });
});
