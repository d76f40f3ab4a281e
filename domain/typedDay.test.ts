import { describe, expect, it } from "vitest";
import { inLanguage } from "./language/texts";
import { dayAsTyped, dayInWords, dayProblem, typedDay } from "./typedDay";

const TODAY = "2026-11-24";
const PAST = { today: TODAY, min: "2026-08-26", max: TODAY };

describe("a typed day", () => {
  it.each([
    ["05/12/2026", "2026-12-05"],
    ["5-1-26", "2026-01-05"],
    ["5.12.26", "2026-12-05"],
    [" 5 Dec 2026 ", "2026-12-05"],
    ["05 december, 2026", "2026-12-05"],
    ["12/25/2026", "2026-12-25"],
    ["2026-12-05", "2026-12-05"],
    ["29/2/2028", "2028-02-29"],
  ])("[DATE1] written %j is %s, the day first, whatever the bounds", (typed, day) => {
    expect(typedDay(typed, { today: TODAY })).toBe(day);
    expect(typedDay(typed, PAST)).toBe(day);
  });

  it.each([
    ["24/11", "2026-11-24", "2026-11-24"],
    ["5/1", "2027-01-05", "2026-01-05"],
    ["5 Dec", "2026-12-05", "2025-12-05"],
  ])("[DATE4] without a year, %j is %s to come and %s past", (typed, next, last) => {
    expect(typedDay(typed, { today: TODAY, min: TODAY, max: "2028-11-24" })).toBe(next);
    expect(typedDay(typed, { today: TODAY, min: "2025-11-24", max: TODAY })).toBe(last);
  });

  it("without a year and beyond all bounds is one of this year, which the form refuses", () => {
    expect(typedDay("1/6", PAST)).toBe("2026-06-01");
    expect(dayProblem("1/6", PAST, "Too old.")).toBe("Too old.");
  });

  it.each([
    ...["", " ", "soon", "31/02/2026", "0/1/2026", "5 foo", "5/12/026", "29/02", "2026-02-30"],
    ...["٥/١٢", `5${" ".repeat(40)}Dec`, "5/12/2026 ".repeat(100_000)],
  ])("can't be %j", (typed) => {
    expect(typedDay(typed, { today: TODAY })).toBeNull();
  });

  it("[DATE2] is told in words, with the year if it is another", () => {
    expect(dayInWords("2026-12-05", TODAY)).toBe("Saturday, 5 December");
    expect(dayInWords("2027-01-04", TODAY)).toBe("Monday, 4 January 2027");
  });

  it("is written as it would be typed; a text that is none stays", () => {
    expect(dayAsTyped("2026-12-05")).toBe("05/12/2026");
    expect(dayAsTyped("5/1")).toBe("5/1");
  });

  it("has the form's error beyond its bounds and where it is absent, and its own where it is none", () => {
    expect(dayProblem("", PAST, "Choose.")).toBe("Choose.");
    expect(dayProblem("25/11/2026", PAST, "Choose.")).toBe("Choose.");
    expect(dayProblem("soon", PAST, "Choose.")).toBe("Date input not valid.");
    expect(dayProblem("24/11/2026", PAST, "Choose.")).toBeNull();
  });
});

it.each([
  ["hi", "शनिवार, 5 दिसंबर"],
  ["bn", "শনিবার 5 ডিসেম্বর"],
  ["ta", "டிசம்பர் 5, சனி"],
] as const)("[DATE2] is told in the words of %s", (language, words) => {
  const write = () => dayInWords("2026-12-05", TODAY);
  expect(inLanguage(language, () => undefined, write)).toBe(words);
});
