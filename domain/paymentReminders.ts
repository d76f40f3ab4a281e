/**
 * Reminders of what is to be paid: two days before the due day, on it, and every week after. One reminder of a pair names all that is
 * due between the two, so that what is overdue is reminded of together, once a week.
 */
import { addDays, formatDate } from "./dates";
import { formatRupees } from "./money";
import { t } from "./language/texts";

/** The first reminder comes so many days before the due day. */
export const REMINDER_DAYS_BEFORE = 2;
const WEEK = 7;

/** The day (YYYY-MM-DD) of the first reminder of a sum that is owed since `today`; the day after if it is overdue from the beginning. */
export function firstReminder(dueOn: string, today: string): string {
  const before = addDays(dueOn, -REMINDER_DAYS_BEFORE);
  if (today <= before) return before;
  return today <= dueOn ? dueOn : addDays(today, 1);
}

/** The day of the reminder that follows one of `today`. */
export function nextReminder(dueOn: string, today: string): string {
  return today < dueOn ? dueOn : addDays(today, WEEK);
}

/**
 * The day on which to remind of a sum whose day has come: today, unless its pair was reminded (last on `remindedOn`) today, or since
 * the sum was due and less than a week ago.
 */
export function reminderDay(dueOn: string, remindedOn: string | undefined, today: string): string {
  if (remindedOn === undefined) return today;
  if (remindedOn === today) return nextReminder(dueOn, today);
  const weekAfter = addDays(remindedOn, WEEK);
  return remindedOn >= dueOn && weekAfter > today ? weekAfter : today;
}

export type Reminder = {
  readonly company: string;
  readonly openPaise: number;
  /** The oldest due day. */
  readonly dueOn: string;
  /** True: a part of the sum was due later than on `dueOn`. */
  readonly isOfSeveralDays: boolean;
  readonly today: string;
};

/** The text that a distributor sends from WhatsApp. */
export function reminderText(reminder: Reminder): string {
  const { company, openPaise, dueOn, isOfSeveralDays, today } = reminder;
  const values = { company, sum: formatRupees(openPaise), day: formatDate(dueOn) };
  if (dueOn >= today)
    return t("A reminder from {company}: {sum} is due on {day}. Thank you.", values);
  return isOfSeveralDays
    ? t("A reminder from {company}: {sum} is overdue, a part of it since {day}. Thank you.", values)
    : t("A reminder from {company}: {sum} was due on {day}. Thank you.", values);
}
