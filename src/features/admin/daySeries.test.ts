import { describe, expect, it } from "vitest";
import { columnName, columnsOf, daysUntil, SPAN_NAMES, SPANS, sumOf } from "./daySeries";

describe("the days of the chart", () => {
  it("end today and are as many as asked, over the end of a month", () => {
    expect(daysUntil("2026-03-02", "week")).toEqual([
      "2026-02-24",
      "2026-02-25",
      "2026-02-26",
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
  });

  it.each(SPAN_NAMES)("of a %s name each day once, in order", (span) => {
    const days = daysUntil("2026-11-21", span);
    expect(new Set(days).size).toBe(SPANS[span].days);
    expect([...days].sort()).toEqual(days);
  });
});

describe("the columns of the chart", () => {
  const known = [
    { day: "2026-11-14", placed: 1, completed: 0 },
    { day: "2026-11-15", placed: 4, completed: 2 },
    { day: "2026-11-21", placed: 3, completed: 1 },
  ];

  it("are days, those without orders among them", () => {
    const columns = columnsOf(daysUntil("2026-11-21", "week"), known, "week");
    expect(columns.map(({ placed }) => placed)).toEqual([4, 0, 0, 0, 0, 0, 3]);
    expect(columns.map(columnName)[0]).toBe("15 Nov 2026");
  });

  it("are weeks where days would be too many, the last one ending today", () => {
    const columns = columnsOf(daysUntil("2026-11-21", "quarter"), known, "quarter");
    expect(columns).toHaveLength(13);
    expect(columns.at(-1)).toEqual({
      from: "2026-11-15",
      to: "2026-11-21",
      placed: 7,
      completed: 3,
    });
    expect(columns.at(-2)).toMatchObject({ to: "2026-11-14", placed: 1, completed: 0 });
    expect(columns.slice(-1).map(columnName)).toEqual(["15 Nov 2026 to 21 Nov 2026"]);
  });

  it("add up to the server's total of the span", () => {
    const columns = columnsOf(daysUntil("2026-11-21", "quarter"), known, "quarter");
    expect(sumOf(columns)).toEqual({ placed: 8, completed: 3 });
  });
});
