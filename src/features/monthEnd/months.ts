/** Months in India (YYYY-MM) that the page offers. */
import { addDays, formatLongDate } from "../../../domain/dates";

/** A return can be corrected until November of the year after. */
const MONTHS = 24;

/** The month before a month. */
function before(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}

/** This month and those before it, the newest first. Expects today (YYYY-MM-DD). */
export function monthsUntil(today: string): string[] {
  const months = [today.slice(0, 7)];
  while (months.length < MONTHS) months.push(before(months.at(-1) ?? today));
  return months;
}

/** The asked month if it is one of those; else the last complete one. */
export function chosenMonth(asked: string | null, today: string): string {
  const months = monthsUntil(today);
  return asked !== null && months.includes(asked) ? asked : before(today.slice(0, 7));
}

/** "2026-03" → "March 2026". */
export function monthLabel(month: string): string {
  return formatLongDate(`${month}-01`).replace(/ \d+,/, "");
}
