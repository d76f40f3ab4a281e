import { describe, expect, it } from "vitest";
import { dayLabel, daysOf, whenLabel } from "./days";

const NOON = Date.parse("2026-03-04T12:00:00+05:30");
const DAY_MS = 86_400_000;

describe("days", () => {
  it("begin at midnight in India", () => {
    const beforeMidnight = Date.parse("2026-03-03T23:59:59.999+05:30");
    const days = daysOf([
      { key: "a", at: beforeMidnight - 5 },
      { key: "b", at: beforeMidnight },
      { key: "c", at: beforeMidnight + 1 },
    ]);
    expect(days.map(({ day, items }) => [day, items.map(({ key }) => key)])).toEqual([
      ["2026-03-03", ["a", "b"]],
      ["2026-03-04", ["c"]],
    ]);
  });

  it("are called Today and Yesterday, then by their date", () => {
    expect(dayLabel("2026-03-04", NOON)).toBe("Today");
    expect(dayLabel("2026-03-03", NOON)).toBe("Yesterday");
    expect(dayLabel("2026-03-02", NOON)).toBe("02 Mar 2026");
  });

  it("stand in the list as the time today, and as the day before that", () => {
    expect(whenLabel(NOON - 60_000, NOON)).toBe("11:59 am");
    expect(whenLabel(NOON - DAY_MS, NOON)).toBe("Yesterday");
    expect(whenLabel(NOON - 2 * DAY_MS, NOON)).toBe("02 Mar 2026");
  });
});
