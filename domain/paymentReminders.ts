/** Reminders of what is to be paid: two days before the due day, on it, and every week after. */
import { addDays, daysBetween, formatDate } from "./dates";
import { formatRupees } from "./money";

const DAYS_BEFORE = 2;
const WEEK = 7;

/** The day of the first reminder (YYYY-MM-DD), which may be past: then the next run sends it. */
export function firstReminder(dueOn: string): string {
  return addDays(dueOn, -DAYS_BEFORE);
}

/** The day of the reminder that follows one of `today`. */
export function nextReminder(dueOn: string, today: string): string {
  const late = daysBetween(dueOn, today);
  return late < 0 ? dueOn : addDays(dueOn, (Math.floor(late / WEEK) + 1) * WEEK);
}

export type Reminder = {
  readonly company: string;
  readonly openPaise: number;
  /** The oldest due day. */
  readonly dueOn: string;
  readonly today: string;
};

/** The text that a distributor sends from WhatsApp. */
export function reminderText({ company, openPaise, dueOn, today }: Reminder): string {
  const [sum, day] = [formatRupees(openPaise), formatDate(dueOn)];
  const when = dueOn < today ? `was due on ${day}` : `is due on ${day}`;
  return `A reminder from ${company}: ${sum} ${when}. Thank you.`;
}
