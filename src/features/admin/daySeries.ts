/** Days of the market in a row, those without orders included: what the chart of orders by day draws. */
import { DAY_MS, todayIst } from "../../../domain/dates";
import type { DayRow } from "./rows";

/** How far back one may look; the server keeps no longer answers than a quarter. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

/** The days from `span` days ago to `today` (YYYY-MM-DD), oldest first. */
export function daysUntil(today: string, span: Span): string[] {
  const midday = Date.parse(`${today}T12:00:00+05:30`);
  return Array.from({ length: span }, (_, index) => todayIst(midday - (span - 1 - index) * DAY_MS));
}

/** One entry per day, whether or not the server had something to say of it. */
export function fillDays(days: readonly string[], known: readonly DayRow[]): DayRow[] {
  const byDay = new Map(known.map((row) => [row.day, row]));
  return days.map((day) => byDay.get(day) ?? { day, placed: 0, completed: 0 });
}

/** The sums over the days. */
export function sumOf(days: readonly DayRow[]): { placed: number; completed: number } {
  return days.reduce(
    (sum, day) => ({ placed: sum.placed + day.placed, completed: sum.completed + day.completed }),
    { placed: 0, completed: 0 },
  );
}

/** Milliseconds from `now` to the next midnight in India. */
export function untilTomorrow(now: number): number {
  const midnight = Date.parse(`${todayIst(now)}T00:00:00+05:30`) + DAY_MS;
  return midnight - now;
}
