import { describe, expect, it } from "vitest";
import {
  MONTH_OPTIONS,
  NO_FILTER,
  filterOf,
  filterParams,
  filterWords,
  isAtRest,
  isFiltered,
  isHalfSet,
  previewOf,
  queryArgsOf,
} from "./completedFilter";

const NOW = Date.parse("2026-11-21T06:00:00Z");
const ist = (text: string) => Date.parse(`${text}+05:30`);

describe("the filters of completed orders", () => {
  it("select everything, latest first, by default", () => {
    expect(queryArgsOf(NO_FILTER, NOW)).toEqual({});
    expect(isFiltered(NO_FILTER)).toBe(false);
  });

  it("[SELLER21] need month and year together", () => {
    expect(queryArgsOf({ ...NO_FILTER, month: "3" }, NOW)).toEqual({});
    expect(queryArgsOf({ ...NO_FILTER, year: "2026" }, NOW)).toEqual({});
    expect(isFiltered({ ...NO_FILTER, month: "3" })).toBe(false);
  });

  it("report a month without a year, and a year without a month", () => {
    expect(isHalfSet({ ...NO_FILTER, month: "3" })).toBe(true);
    expect(isHalfSet({ ...NO_FILTER, year: "2026" })).toBe(true);
    expect(isHalfSet({ ...NO_FILTER, month: "3", year: "2026" })).toBe(false);
    expect(isHalfSet(NO_FILTER)).toBe(false);
  });

  it("can be cleared as soon as anything is chosen", () => {
    expect(isAtRest(NO_FILTER)).toBe(true);
    expect(isAtRest({ ...NO_FILTER, month: "3" })).toBe(false);
    expect(isAtRest({ ...NO_FILTER, sort: "oldest" })).toBe(false);
  });

  it("offer the twelve months by name", () => {
    expect(MONTH_OPTIONS).toHaveLength(12);
    expect(MONTH_OPTIONS[2]).toEqual({ value: "3", label: "March" });
  });

  it("keep the year's end in India: half past eleven on 31 December belongs to December", () => {
    const { from = 0, to = 0 } = queryArgsOf({ month: "12", year: "2025", sort: "latest" }, NOW);
    expect(ist("2025-12-31T23:30:00")).toBeLessThanOrEqual(to);
    expect(ist("2026-01-01T00:00:00")).toBeGreaterThan(to);
    expect(from).toBe(ist("2025-12-01T00:00:00"));
  });

  it("count the last 15 days back from now", () => {
    expect(queryArgsOf({ ...NO_FILTER, sort: "last15days" }, NOW)).toEqual({
      from: ist("2026-11-06T11:30:00"),
    });
  });

  it("join the last 15 days with a month", () => {
    const november = queryArgsOf({ month: "11", year: "2026", sort: "last15days" }, NOW);
    expect(november.from).toBe(ist("2026-11-06T11:30:00"));
    const { from = 0, to = 0 } = queryArgsOf({ month: "1", year: "2026", sort: "last15days" }, NOW);
    expect(from).toBeGreaterThan(to);
  });

  it("can be the oldest first", () => {
    expect(queryArgsOf({ ...NO_FILTER, sort: "oldest" }, NOW)).toEqual({ sort: "oldest" });
  });

  it("[MARKET7] survive the way into the address and back", () => {
    const filter = { month: "4", year: "2025", sort: "oldest" } as const;
    expect(filterOf(new URLSearchParams(filterParams(filter)), NOW)).toEqual(filter);
    expect(filterParams(NO_FILTER)).toEqual({ month: "", year: "", sort: "" });
  });

  it.each([
    "month=13&year=1999&sort=cheapest",
    "month=0&year=3000",
    "month=abc&year=2023&sort=LATEST",
  ])("fall back to the default for %s", (address) => {
    expect(filterOf(new URLSearchParams(address), NOW)).toEqual(NO_FILTER);
  });
});

describe("the message of a completed order", () => {
  it("stands as it is up to 50 characters", () => {
    expect(previewOf("a".repeat(50))).toBeNull();
    expect(previewOf("नमस्ते")).toBeNull();
  });

  it("[SELLER25] is cut after 50 characters, never inside one", () => {
    expect(previewOf("😀".repeat(51))).toBe(`${"😀".repeat(50)}…`);
  });
});

describe("the description of a filter", () => {
  it.each([
    [{}, ""],
    [{ month: "3" }, ""],
    [{ month: "3", year: "2026", sort: "oldest" }, "Completed in March 2026"],
    [{ sort: "last15days" }, "Completed in the last 15 days"],
    [
      { month: "3", year: "2026", sort: "last15days" },
      "Completed in March 2026 and in the last 15 days",
    ],
  ] as const)("%j: %s", (part, words) => {
    expect(filterWords({ ...NO_FILTER, ...part })).toBe(words);
  });
});
