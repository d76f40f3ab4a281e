/** Periods of statements and exports, as days (YYYY-MM-DD) in India. */
import { addDays, formatDate, parseDay } from "../../../domain/dates";
import { STATEMENT_DAYS_MAX } from "../../../domain/limits";
import { NOT_A_DAY } from "../../../domain/typedDay";
import { t } from "../../../domain/language/texts";

export type Period = { readonly from: string; readonly to: string };

function monthBegin(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The financial year begins on 1 April. */
function yearBegin(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return `${month >= 4 ? year : year - 1}-04-01`;
}

/** Returns the period that a dialog opens with: this month. */
export function firstPeriod(today: string): Period {
  return { from: monthBegin(today), to: today };
}

/** Returns the periods that dialogs offer, the first of them chosen. */
export function periodsOf(today: string): readonly { label: string; period: Period }[] {
  const lastMonth = addDays(monthBegin(today), -1);
  return [
    { label: t("This month"), period: firstPeriod(today) },
    { label: t("Last month"), period: { from: monthBegin(lastMonth), to: lastMonth } },
    { label: t("This financial year"), period: { from: yearBegin(today), to: today } },
  ];
}

export type PeriodProblem = { readonly field: keyof Period; readonly text: string };

/** Returns the problem of a period that was typed, at its field; or null. */
export function periodProblem({ from, to }: Period): PeriodProblem | null {
  for (const [field, day] of [["from", from] as const, ["to", to] as const]) {
    if (day === "") return { field, text: t("Please choose both days.") };
    if (parseDay(day) === null) return { field, text: t(NOT_A_DAY) };
  }
  if (from > to) return { field: "to", text: t("The first day is after the last.") };
  return to > addDays(from, STATEMENT_DAYS_MAX)
    ? { field: "to", text: t("Please choose a period of at most a year.") }
    : null;
}

/** Returns, for example, "01 Apr 2026 to 30 Apr 2026". */
export function periodText({ from, to }: Period): string {
  return t("{first} to {last}", { first: formatDate(from), last: formatDate(to) });
}
