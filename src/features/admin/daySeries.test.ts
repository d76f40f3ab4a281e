import { describe, expect, it } from "vitest";
import { daysUntil, fillDays, SPANS, sumOf, untilTomorrow } from "./daySeries";

describe("the days of the chart", () => {
  it("end today and are as many as asked, over the end of a month", () => {
    expect(daysUntil("2026-03-02", 7)).toEqual([
      "2026-02-24",
      "2026-02-25",
      "2026-02-26",
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
  });

  it.each(SPANS)("of %d days name each once, in order", (span) => {
    const days = daysUntil("2026-11-21", span);
    expect(new Set(days).size).toBe(span);
    expect([...days].sort()).toEqual(days);
  });

  it("have those without orders among them", () => {
    const known = [{ day: "2026-11-20", placed: 3, completed: 1 }];
    expect(fillDays(["2026-11-19", "2026-11-20"], known)).toEqual([
      { day: "2026-11-19", placed: 0, completed: 0 },
      { day: "2026-11-20", placed: 3, completed: 1 },
    ]);
  });

  it("are summed for who only wants to know how many", () => {
    const days = [
      { day: "2026-11-19", placed: 2, completed: 1 },
      { day: "2026-11-20", placed: 3, completed: 0 },
    ];
    expect(sumOf(days)).toEqual({ placed: 5, completed: 1 });
  });
});

describe("the next day", () => {
  it("begins at midnight in India", () => {
    expect(untilTomorrow(Date.parse("2026-11-21T23:59:00+05:30"))).toBe(60_000);
    expect(untilTomorrow(Date.parse("2026-11-21T00:00:00+05:30"))).toBe(24 * 60 * 60_000);
  });
});
