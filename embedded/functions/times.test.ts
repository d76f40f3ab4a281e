import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Alarm } from "./alarm";
import { nextRun } from "./crons";

const at = (text: string) => Date.parse(`2027-03-${text}Z`);

describe("[CRON1] a scheduled time", () => {
  test.each([
    [{ type: "interval", minutes: 15 }, at("01T10:00:00"), at("01T10:15:00")],
    [{ type: "hourly", minuteUTC: 30 }, at("01T10:30:00"), at("01T11:30:00")],
    [{ type: "daily", hourUTC: 4, minuteUTC: 5 }, at("01T04:05:00"), at("02T04:05:00")],
    [
      { type: "weekly", dayOfWeek: "tuesday", hourUTC: 1, minuteUTC: 0 },
      at("02T01:00:00"),
      at("09T01:00:00"),
    ],
    [{ type: "cron", cron: "*/5 * * * *" }, at("01T10:05:00"), at("01T10:10:00")],
  ])("%j is never returned twice, not even when the clock was set back", (schedule, due, next) => {
    expect(nextRun(schedule, due, due)).toBe(next);
    expect(nextRun(schedule, due, due - 20)).toBe(next);
    expect(nextRun(schedule, due, due - 90_000)).toBe(next);
  });

  test("that was missed runs once, and the next one is on schedule", () => {
    const hours = { type: "interval", hours: 1 };
    expect(nextRun(hours, at("01T10:20:00"), at("03T08:00:00"))).toBe(at("03T08:20:00"));
    const daily = { type: "daily", hourUTC: 4, minuteUTC: 0 };
    expect(nextRun(daily, at("01T04:00:00"), at("05T12:00:00"))).toBe(at("06T04:00:00"));
  });
});

describe("[SCHED1] an alarm", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: at("01T10:00:00") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("fires at its time, or at an earlier time set later", () => {
    const rung: number[] = [];
    const alarm = new Alarm(() => rung.push(Date.now()));
    alarm.noLaterThan(at("01T13:00:00"));
    alarm.noLaterThan(at("01T11:00:00"));
    alarm.noLaterThan(at("01T12:00:00"));
    vi.advanceTimersByTime(4 * 3_600_000);
    expect(rung).toEqual([at("01T11:00:00")]);
  });

  test("fires soon after a computer wakes from sleep", () => {
    let rung = 0;
    const alarm = new Alarm(() => (rung += 1));
    alarm.noLaterThan(at("01T18:00:00"));
    vi.advanceTimersByTime(1_000);
    // During sleep the wall clock advances and timers do not.
    vi.setSystemTime(at("02T09:00:00"));
    vi.advanceTimersByTime(60_000);
    expect(rung).toBe(1);
  });
});
