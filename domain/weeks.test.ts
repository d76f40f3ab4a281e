import { expect, test } from "vitest";
import { sumsUntil, weekOf, WEEKS_MAX, withWeek } from "./weeks";

test("a week begins on Monday, also across years", () => {
  expect(weekOf("2026-11-23")).toBe("2026-11-23");
  expect(weekOf("2026-11-29")).toBe("2026-11-23");
  expect(weekOf("2026-11-30")).toBe("2026-11-30");
  expect(weekOf("2027-01-01")).toBe("2026-12-28");
});

test("a sum is added to its week, and the weeks stand in order", () => {
  const weeks = [
    { week: "2026-11-09", sum: 5 },
    { week: "2026-11-23", sum: 7 },
  ];
  expect(withWeek(weeks, { week: "2026-11-23", sum: -7 })).toEqual([
    { week: "2026-11-09", sum: 5 },
    { week: "2026-11-23", sum: 0 },
  ]);
  expect(withWeek(weeks, { week: "2026-11-16", sum: 1 })).toEqual([
    { week: "2026-11-09", sum: 5 },
    { week: "2026-11-16", sum: 1 },
    { week: "2026-11-23", sum: 7 },
  ]);
});

test("the twelve weeks up to the latest are kept", () => {
  const first = { week: "2026-09-07", sum: 1 };
  const eleventh = withWeek([first], { week: "2026-11-23", sum: 2 });
  expect(eleventh).toHaveLength(2);
  expect(withWeek(eleventh, { week: "2026-11-30", sum: 3 })).toEqual([
    { week: "2026-11-23", sum: 2 },
    { week: "2026-11-30", sum: 3 },
  ]);
  // What is taken off a week that is not kept any more changes nothing.
  expect(withWeek(eleventh, { week: "2026-08-31", sum: -1 })).toEqual(eleventh);
});

test("twelve sums end with the week of today, and weeks without any are 0", () => {
  const weeks = [
    { week: "2026-08-31", sum: 9 },
    { week: "2026-09-07", sum: 1 },
    { week: "2026-11-23", sum: 2 },
  ];
  const sums = sumsUntil(weeks, "2026-11-28");
  expect(sums).toHaveLength(WEEKS_MAX);
  expect(sums).toEqual([1, ...Array.from({ length: 10 }, () => 0), 2]);
  expect(sumsUntil(weeks, "2026-12-01").at(-1)).toBe(0);
});
