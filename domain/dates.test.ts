import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  DAY_MS,
  daysBefore,
  financialYear,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatLongDate,
  formatMonth,
  formatNearDay,
  formatTime,
  lastDeliveryDay,
  monthName,
  monthRange,
  parseDay,
  parseDelivery,
  recentYears,
  todayIst,
} from "./dates";
import { inLanguage } from "./language/texts";

const NO_TEXTS = () => undefined;
const ZONES = ["UTC", "Asia/Kolkata", "America/Los_Angeles"] as const;
const env = (globalThis as unknown as { process: { env: Record<string, string | undefined> } })
  .process.env;
const zoneAtStart = env["TZ"];

afterEach(() => {
  env["TZ"] = zoneAtStart;
});

/** The same question to the platform's own calendar, which knows India by name. */
function platformDay(ms: number): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: "Asia/Kolkata",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(ms);
}

const instant = fc.integer({ min: Date.parse("2000-01-01"), max: Date.parse("2099-12-31") });

describe.each(ZONES)("[I-29] on a machine in %s", (zone) => {
  it("the machine really is there", () => {
    env["TZ"] = zone;
    const offsetMinutes = { UTC: 0, "Asia/Kolkata": -330, "America/Los_Angeles": 480 };
    expect(new Date("2026-01-15T00:00:00Z").getTimezoneOffset()).toBe(offsetMinutes[zone]);
  });

  it("the day is India's", () => {
    env["TZ"] = zone;
    fc.assert(
      fc.property(instant, (ms) => {
        expect(todayIst(ms)).toBe(platformDay(ms));
      }),
      { numRuns: 10_000 },
    );
  });

  it("the financial year turns at midnight of 1 April in India", () => {
    env["TZ"] = zone;
    expect(financialYear(Date.parse("2027-03-31T23:59:59.999+05:30"))).toBe("26-27");
    expect(financialYear(Date.parse("2027-04-01T00:00:00+05:30"))).toBe("27-28");
    expect(financialYear(Date.parse("2027-01-01T00:00:00+05:30"))).toBe("26-27");
    expect(financialYear(Date.parse("2099-05-01T00:00:00+05:30"))).toBe("99-00");
  });

  it("a month runs from its first instant to its last in India, and months neither overlap nor leave a gap", () => {
    env["TZ"] = zone;
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2098 }),
        fc.integer({ min: 1, max: 12 }),
        (year, month) => {
          const { from, to } = monthRange(year, month);
          const key = `${year}-${String(month).padStart(2, "0")}`;
          expect(todayIst(from)).toBe(`${key}-01`);
          expect(todayIst(to).slice(0, 7)).toBe(key);
          const next = month === 12 ? monthRange(year + 1, 1) : monthRange(year, month + 1);
          expect(next.from).toBe(to + 1);
        },
      ),
    );
  });

  it("31 December 23:30 is in the old year, 1 January 00:30 in the new", () => {
    env["TZ"] = zone;
    expect(recentYears(Date.parse("2026-12-31T23:30:00+05:30"))).toEqual([2026, 2025, 2024]);
    expect(recentYears(Date.parse("2027-01-01T00:30:00+05:30"))).toEqual([2027, 2026, 2025]);
  });

  it("[MARKET4] dates are written for people", () => {
    env["TZ"] = zone;
    const evening = Date.parse("2026-03-04T18:40:00Z");
    expect(formatDate(evening)).toBe("05 Mar 2026");
    expect(formatDate("2026-03-04")).toBe("04 Mar 2026");
    expect(formatDayMonth("2026-03-04", "2026-11-28")).toBe("04 Mar");
    expect(formatDayMonth("2025-03-04", "2026-11-28")).toBe("04 Mar 2025");
    expect(formatTime(evening)).toBe("12:10 am");
    expect(formatDateTime(Date.parse("2026-03-04T12:00:00+05:30"))).toBe("04 Mar 2026, 12:00 pm");
    expect(formatLongDate("2026-03-04")).toBe("March 4, 2026");
    for (const none of ["no date", Number.NaN, Number.POSITIVE_INFINITY, 8.7e15]) {
      expect(formatDate(none)).toBe("");
      expect(formatDateTime(none)).toBe("");
      expect(formatLongDate(none)).toBe("");
    }
  });
});

describe("a delivery date", () => {
  const now = Date.parse("2026-11-21T12:00:00+05:30");

  it("[SELLER8] may be today, also a minute before and ten minutes after midnight in India", () => {
    expect(parseDelivery("2026-11-21", Date.parse("2026-11-21T23:59:00+05:30"))).toBe("2026-11-21");
    expect(parseDelivery("2026-11-21", Date.parse("2026-11-20T18:40:00Z"))).toBe("2026-11-21");
  });

  it("[SELLER8] may not be yesterday", () => {
    expect(parseDelivery("2026-11-20", now)).toBeNull();
  });

  it("may lie two years ahead and no day more", () => {
    expect(lastDeliveryDay(now)).toBe("2028-11-21");
    expect(parseDelivery("2028-11-21", now)).toBe("2028-11-21");
    expect(parseDelivery("2028-11-22", now)).toBeNull();
    expect(lastDeliveryDay(Date.parse("2028-02-29T12:00:00+05:30"))).toBe("2030-02-28");
  });

  it("may be a leap day, but not one that does not exist", () => {
    expect(parseDelivery("2028-02-29", now)).toBe("2028-02-29");
    expect(parseDelivery("2027-02-29", now)).toBeNull();
    expect(parseDelivery("2027-02-30", now)).toBeNull();
    expect(parseDelivery("2027-13-01", now)).toBeNull();
  });

  it("may carry a clock time, and means that instant's day in India", () => {
    expect(parseDay("2026-12-01T18:29:59.999Z")).toBe("2026-12-01");
    expect(parseDay("2026-12-01T18:30:00.000Z")).toBe("2026-12-02");
    expect(parseDay("2026-12-01T23:59:00+05:30")).toBe("2026-12-01");
    expect(parseDay("2026-12-01T23:59")).toBe("2026-12-01");
  });

  it.each([
    "",
    "01/02/2027",
    "2027-1-2",
    "2027-W05",
    "tomorrow",
    "1767225600000",
    "2027-01-02T00:00:00+14:00",
    "2027-01-02T25:00:00Z",
    "2027-02-30T10:00:00Z",
    " 2027-01-02",
  ])("'%s' is none", (text) => {
    expect(parseDelivery(text, now)).toBeNull();
  });
});

describe("the last 15 days", () => {
  it("[SELLER24] reach back 15 times 24 hours", () => {
    expect(daysBefore(100 * DAY_MS, 15)).toBe(85 * DAY_MS);
  });
});

describe("other languages", () => {
  const AT = "2026-03-04T16:05:00+05:30";

  it.each([
    ["hi", ["04 मार्च 2026", "04 मार्च", "बुध, 4 मार्च", "4 मार्च 2026", "मार्च 2026", "4:05 pm"]],
    ["ta", ["04 மார்., 2026", "மார். 04", "மார். 4, புத.", "4 மார்ச், 2026", "மார்ச் 2026", "4:05 PM"]],
    ["bn", ["04 মার্চ, 2026", "04 মার্চ", "বুধ 4 মার্চ", "4 মার্চ, 2026", "মার্চ 2026", "4:05 PM"]],
  ] as const)("have their own names and order, with Latin digits: %s", (language, texts) => {
    const write = () => [
      formatDate(AT),
      formatDayMonth(AT, "2026-11-28"),
      formatNearDay("2026-03-04"),
      formatLongDate(AT),
      formatMonth("2026-03"),
      formatTime(AT),
    ];
    // Some builds of ICU have a narrow blank before am and pm.
    const plain = inLanguage(language, NO_TEXTS, write).map((text) => text.replaceAll(/\s/gu, " "));
    expect(plain).toEqual(texts);
    expect(write()).toEqual([
      ...["04 Mar 2026", "04 Mar", "Wed 4 Mar", "March 4, 2026", "March 2026", "4:05 pm"],
    ]);
  });

  it("name the year of a day in another one, and no day of what is none", () => {
    const write = () => [formatDayMonth("2025-03-04", "2026-11-28"), formatDate("no date")];
    expect(inLanguage("hi", NO_TEXTS, write)).toEqual(["04 मार्च 2025", ""]);
  });

  it("have the day of India, whatever zone the machine is in", () => {
    const late = Date.parse("2026-12-31T23:30:00+05:30");
    expect(inLanguage("hi", NO_TEXTS, () => formatDate(late))).toBe("31 दिस॰ 2026");
  });

  it("name months by their number", () => {
    expect(monthName(12)).toBe("December");
    expect(inLanguage("ta", NO_TEXTS, () => monthName(12))).toBe("டிசம்பர்");
  });
});
