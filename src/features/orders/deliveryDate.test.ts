import { describe, expect, it } from "vitest";
import { calendarDate, readDelivery, typedOf } from "./deliveryDate";

/** 21 November 2026, 00:10 in India: still the 20th in London. */
const NOW = Date.parse("2026-11-20T18:40:00Z");

describe("the delivery date", () => {
  it.each([
    ["11/25/2026", "2026-11-25"],
    [" 1/2/2027 ", "2027-01-02"],
    ["2026-12-31", "2026-12-31"],
    ["02/29/2028", "2028-02-29"],
  ])("[SELLER9] typed as %j is %s", (typed, day) => {
    expect(readDelivery(typed, NOW)).toEqual({ ok: true, day });
  });

  it("may be today in India, and not yesterday, whatever day it is elsewhere", () => {
    expect(readDelivery("11/21/2026", NOW)).toEqual({ ok: true, day: "2026-11-21" });
    expect(readDelivery("11/20/2026", NOW)).toEqual({
      ok: false,
      problem: "Date input not valid.",
    });
  });

  it.each([
    "25/12/2026",
    "02/30/2027",
    "tomorrow",
    "11-25-2026",
    "11/25/26",
    "0/1/2027",
    "11/22/2028",
  ])("is not valid as %j", (typed) => {
    expect(readDelivery(typed, NOW)).toEqual({ ok: false, problem: "Date input not valid." });
  });

  it.each(["", "   "])("is asked for when %j is typed", (typed) => {
    expect(readDelivery(typed, NOW)).toEqual({
      ok: false,
      problem: "Please select a delivery date.",
    });
  });

  it("goes into the calendar and back as the same day", () => {
    const date = calendarDate("2027-03-04");
    expect(date && typedOf(date)).toBe("03/04/2027");
  });
});
