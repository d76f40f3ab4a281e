import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "./dates";
import { firstReminder, nextReminder, reminderDay, reminderText } from "./paymentReminders";

const DUE = "2026-11-28";

describe("the first reminder", () => {
  test.each([
    ["two days before the due day", "2026-11-01", "2026-11-26"],
    ["on the same day, for what is owed two days before", "2026-11-26", "2026-11-26"],
    ["on the due day, for what is owed a day before", "2026-11-27", "2026-11-28"],
    ["on the due day, for what is owed on it", "2026-11-28", "2026-11-28"],
    ["two days after it, for what is owed the day after", "2026-11-29", "2026-11-30"],
    ["the day after, for what is overdue from the beginning", "2026-12-30", "2026-12-31"],
  ])("comes %s", (_, today, day) => {
    expect(firstReminder(DUE, today)).toBe(day);
  });
});

/** The days on which a sum that is never paid is reminded of, if the reminders run on each of `runs`. */
function remindersOf(dueOn: string, runs: readonly string[]): string[] {
  let [remindOn, remindedOn]: [string, string | undefined] = [
    firstReminder(dueOn, runs[0]!),
    undefined,
  ];
  const days: string[] = [];
  for (const today of runs) {
    if (remindOn > today || reminderDay(dueOn, remindedOn, today) !== today) continue;
    days.push(today);
    remindedOn = today;
    remindOn = nextReminder(dueOn, today);
  }
  return days;
}

const daysFrom = (day: string, count: number) =>
  Array.from({ length: count }, (_, n) => addDays(day, n));

describe("later reminders", () => {
  test("come on the due day and every week after it", () => {
    expect(remindersOf(DUE, daysFrom("2026-11-20", 31))).toEqual([
      ...["2026-11-26", "2026-11-28", "2026-12-05", "2026-12-12", "2026-12-19"],
    ]);
  });

  test("come once after days without a run, and go on from there", () => {
    const runs = [...daysFrom("2026-11-20", 5), ...daysFrom("2026-12-10", 12)];
    expect(remindersOf(DUE, runs)).toEqual(["2026-12-10", "2026-12-17"]);
    // The first day was missed; the due day was not.
    expect(remindersOf(DUE, ["2026-11-20", ...daysFrom("2026-11-27", 4)])).toEqual([
      ...["2026-11-27", "2026-11-28"],
    ]);
  });

  test("come a week after one of the due day, and on the due day after one of the day before", () => {
    expect(nextReminder(DUE, "2026-11-27")).toBe(DUE);
    expect(nextReminder(DUE, DUE)).toBe("2026-12-05");
    expect(nextReminder(DUE, "2026-11-29")).toBe("2026-12-06");
  });

  test("always lie ahead, so that a run comes to an end", () => {
    for (const today of daysFrom("2026-11-01", 60)) {
      expect(nextReminder(DUE, today) > today).toBe(true);
      expect(daysBetween(today, nextReminder(DUE, today))).toBeLessThanOrEqual(27);
    }
  });

  test("wait for a week after the pair was reminded of what was due already", () => {
    expect(reminderDay(DUE, "2026-12-01", "2026-12-05")).toBe("2026-12-08");
    expect(reminderDay(DUE, "2026-11-28", "2026-12-05")).toBe("2026-12-05");
    // Reminded on the due day itself: that was of what was due already.
    expect(reminderDay(DUE, DUE, "2026-11-29")).toBe("2026-12-05");
    expect(reminderDay(DUE, "2026-11-29", "2026-11-30")).toBe("2026-12-06");
    expect(reminderDay(DUE, "2026-11-27", DUE)).toBe(DUE);
    expect(reminderDay(DUE, DUE, DUE)).toBe("2026-12-05");
    // Reminded before it was due: that was another reminder.
    expect(reminderDay(DUE, "2026-11-27", "2026-11-29")).toBe("2026-11-29");
    // Reminded today: the one of the due day follows.
    expect(reminderDay(DUE, "2026-11-26", "2026-11-26")).toBe(DUE);
    expect(reminderDay(DUE, undefined, "2026-12-05")).toBe("2026-12-05");
  });
});

test("the text for WhatsApp names the sum and the day, before and after it", () => {
  const reminder = {
    company: "Banyan Court",
    openPaise: 1_57_760_50,
    dueOn: DUE,
    isOfSeveralDays: false,
  };
  expect(reminderText({ ...reminder, today: DUE })).toBe(
    "A reminder from Banyan Court: ₹1,57,760.50 is due on 28 Nov 2026. Thank you.",
  );
  expect(reminderText({ ...reminder, today: "2026-11-29" })).toBe(
    "A reminder from Banyan Court: ₹1,57,760.50 was due on 28 Nov 2026. Thank you.",
  );
  expect(reminderText({ ...reminder, isOfSeveralDays: true, today: "2026-12-29" })).toBe(
    "A reminder from Banyan Court: ₹1,57,760.50 is overdue, a part of it since 28 Nov 2026. Thank you.",
  );
});
