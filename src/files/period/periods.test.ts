import { describe, expect, test } from "vitest";
import { periodProblem, periodsOf, periodText } from "./periods";

describe("the offered periods", () => {
  test.each([
    ["2026-11-24", "2026-11-01", "2026-10-01", "2026-10-31", "2026-04-01"],
    ["2026-03-31", "2026-03-01", "2026-02-01", "2026-02-28", "2025-04-01"],
    ["2026-04-01", "2026-04-01", "2026-03-01", "2026-03-31", "2026-04-01"],
    ["2028-03-01", "2028-03-01", "2028-02-01", "2028-02-29", "2027-04-01"],
    ["2027-01-31", "2027-01-01", "2026-12-01", "2026-12-31", "2026-04-01"],
  ])("[STATEMENT1] of %s begin on the first of a month or of April", (today, ...days) => {
    const [month, last, lastEnd, year] = days;
    expect(periodsOf(today)).toEqual([
      { label: "This month", period: { from: month, to: today } },
      { label: "Last month", period: { from: last, to: lastEnd } },
      { label: "This financial year", period: { from: year, to: today } },
    ]);
    for (const { period } of periodsOf(today)) expect(periodProblem(period)).toBeNull();
  });
});

test("a period has both days, in order, and is at most a year", () => {
  const problemOf = (from: string, to: string) => periodProblem({ from, to });
  const text = "Please choose both days.";
  expect(problemOf("", "2026-04-01")).toEqual({ field: "from", text });
  expect(problemOf("2026-04-01", "")).toEqual({ field: "to", text });
  expect(problemOf("2026-04-02", "2026-04-01")?.text).toContain("after the last");
  expect(problemOf("2026-04-01", "2026-04-01")).toBeNull();
  expect(problemOf("2026-04-01", "2027-04-02")).toBeNull();
  expect(problemOf("2026-04-01", "2027-04-03")?.text).toContain("at most a year");
  const none = "Date input not valid.";
  expect(problemOf("31/02/2026", "2026-04-01")).toEqual({ field: "from", text: none });
  expect(problemOf("2026-04-01", "soon")).toEqual({ field: "to", text: none });
  expect(periodText({ from: "2026-04-01", to: "2026-04-30" })).toBe("01 Apr 2026 to 30 Apr 2026");
});
