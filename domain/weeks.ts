/** Sums by weeks, which begin on Monday. Pure, shared by server and screens. */
import { addDays, DAY_MS } from "./dates";

/** The weeks that are kept and drawn: a quarter, nearly. */
export const WEEKS_MAX = 12;
const WEEK_DAYS = 7;
/** 1 January 1970 was a Thursday. */
const MONDAY = 4;

export type WeekSum = {
  /** The Monday, YYYY-MM-DD. */
  readonly week: string;
  readonly sum: number;
};

/** Returns the Monday of the week of a day (both YYYY-MM-DD). */
export function weekOf(day: string): string {
  const sinceMonday = (Date.parse(day) / DAY_MS - MONDAY + WEEK_DAYS) % WEEK_DAYS;
  return addDays(day, -sinceMonday);
}

/** Returns the first of the 12 weeks that end with the one of `day`. */
export function firstWeek(day: string): string {
  return addDays(weekOf(day), (1 - WEEKS_MAX) * WEEK_DAYS);
}

/** Adds a sum (negative: takes it off) to a week, and drops weeks that lie 12 or more before the latest. */
export function withWeek(weeks: readonly WeekSum[], added: WeekSum): WeekSum[] {
  const sum = added.sum + (weeks.find(({ week }) => week === added.week)?.sum ?? 0);
  const all = [...weeks.filter(({ week }) => week !== added.week), { week: added.week, sum }];
  const latest = all.reduce((last, { week }) => (week > last ? week : last), "");
  return all
    .filter(({ week }) => week >= firstWeek(latest))
    .sort((a, b) => (a.week < b.week ? -1 : 1));
}

/** Returns the sums of the 12 weeks that end with the one of `today`, the oldest first; 0 for a week without any. */
export function sumsUntil(weeks: readonly WeekSum[], today: string): number[] {
  const first = firstWeek(today);
  return Array.from({ length: WEEKS_MAX }, (_, index) => {
    const week = addDays(first, index * WEEK_DAYS);
    return weeks.find((each) => each.week === week)?.sum ?? 0;
  });
}
