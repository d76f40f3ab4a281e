/** Times of day in India. */
import { describe, expect, it } from "vitest";
import { minuteOf, timeText, typedTime } from "./QuietHours";

describe("minutes after midnight in India", () => {
  it.each([
    [0, "00:00", "12:00 am"],
    [9 * 60 + 5, "09:05", "9:05 am"],
    [21 * 60, "21:00", "9:00 pm"],
    [24 * 60 - 1, "23:59", "11:59 pm"],
  ])("minute %s is typed %s and reads %s", (minute, typed, text) => {
    expect(typedTime(minute)).toBe(typed);
    expect(minuteOf(typed)).toBe(minute);
    expect(timeText(minute)).toBe(text);
  });

  it.each(["", "9:05", "24:00", "12:60", "12:00:00", "noon"])("“%s” is no time", (typed) => {
    expect(minuteOf(typed)).toBeNull();
  });
});
