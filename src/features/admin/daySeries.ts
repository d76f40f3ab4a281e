/** Orders over time for the chart: one column for each day, or each week of a longer span, also those without orders. */
import { addDays, formatDate } from "../../../domain/dates";
import type { DayRow } from "./rows";
import { t } from "../../../domain/language/texts";

/** The selectable periods and the number of days of each column. The server returns at most a quarter. */
export const SPANS = {
  week: { label: t("Last 7 days"), days: 7, daysPerColumn: 1 },
  month: { label: t("Last 30 days"), days: 30, daysPerColumn: 1 },
  quarter: { label: t("Last 13 weeks"), days: 91, daysPerColumn: 7 },
} as const;

export type SpanName = keyof typeof SPANS;

export const SPAN_NAMES = Object.keys(SPANS) as SpanName[];

/** One column of the chart: a day, or the days from `from` to `to` (YYYY-MM-DD). */
export type Column = {
  readonly from: string;
  readonly to: string;
  readonly placed: number;
  readonly completed: number;
};

/** Returns the days of the span that ends `today` (YYYY-MM-DD), oldest first. */
export function daysUntil(today: string, span: SpanName): string[] {
  const count = SPANS[span].days;
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
}

/** Returns the columns of the span, also for days without data. */
export function columnsOf(
  days: readonly string[],
  dayRows: readonly DayRow[],
  span: SpanName,
): Column[] {
  const byDay = new Map(dayRows.map((row) => [row.day, row]));
  const width = SPANS[span].daysPerColumn;
  const columns: Column[] = [];
  for (let start = 0; start < days.length; start += width) {
    const own = days.slice(start, start + width);
    const from = own[0] ?? "";
    const rows = own.map((day) => byDay.get(day) ?? { placed: 0, completed: 0 });
    columns.push({ from, to: own.at(-1) ?? from, ...sumOf(rows) });
  }
  return columns;
}

type Figures = { readonly placed: number; readonly completed: number };

export function sumOf(rows: readonly Figures[]): Figures {
  return rows.reduce(
    (sum, row) => ({ placed: sum.placed + row.placed, completed: sum.completed + row.completed }),
    { placed: 0, completed: 0 },
  );
}

/** Returns, for example, "20 Nov 2026", or "14 Nov 2026 to 20 Nov 2026". */
export function columnName({ from, to }: Column): string {
  if (from === to) return formatDate(from);
  return t("{from} to {to}", { from: formatDate(from), to: formatDate(to) });
}
