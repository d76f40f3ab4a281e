import { describe, expect, it } from "vitest";
import { nearDays, readDelivery } from "./deliveryDate";

/** 21 November 2026, 00:10 in India: still the 20th in London. */
const NOW = Date.parse("2026-11-20T18:40:00Z");

describe("the delivery date", () => {
  it.each([
    ["25/11/2026", "2026-11-25"],
    [" 1/2/2027 ", "2027-02-01"],
    ["5-12-2026", "2026-12-05"],
    ["5.12.26", "2026-12-05"],
    ["29/02/2028", "2028-02-29"],
    ["2026-12-31", "2026-12-31"],
    ["5 Dec", "2026-12-05"],
    ["05 december, 2026", "2026-12-05"],
    ["5/12", "2026-12-05"],
    ["21/11", "2026-11-21"],
    ["20/11", "2027-11-20"],
    ["1 Jan", "2027-01-01"],
  ])("[DATE1] typed as %j is %s, the day first", (typed, day) => {
    expect(readDelivery(typed, NOW)).toEqual({ ok: true, day });
  });

  it.each([
    ["11/25/2026", "2026-11-25"],
    ["12/31/2026", "2026-12-31"],
  ])(
    "[SELLER9] typed as MM/dd/yyyy is understood where it can be nothing else: %j is %s",
    (typed, day) => {
      expect(readDelivery(typed, NOW)).toEqual({ ok: true, day });
    },
  );

  it("may be today in India, and not yesterday, whatever day it is elsewhere", () => {
    expect(readDelivery("21/11/2026", NOW)).toEqual({ ok: true, day: "2026-11-21" });
    expect(readDelivery("20/11/2026", NOW)).toEqual({
      ok: false,
      problem: "Date input not valid.",
    });
  });

  it.each([
    ...["31/31/2027", "30/02/2027", "tomorrow", "12/11/2026", "0/1/2027", "22/11/2028", "5 foo"],
    ...["5/12/026", "5 m", "29/02", `5${" ".repeat(40)}Dec`, "٥/١٢"],
  ])("is not valid as %j", (typed) => {
    expect(readDelivery(typed, NOW)).toEqual({ ok: false, problem: "Date input not valid." });
  });

  it.each(["", "   "])("is asked for when %j is typed", (typed) => {
    expect(readDelivery(typed, NOW)).toEqual({
      ok: false,
      problem: "Please select a delivery date.",
    });
  });

  it("[DATE3] is offered as today, tomorrow and in five days", () => {
    expect(nearDays(NOW)).toEqual([
      { label: "Today", day: "2026-11-21" },
      { label: "Tomorrow", day: "2026-11-22" },
      { label: "26 Nov", day: "2026-11-26" },
    ]);
  });
});
