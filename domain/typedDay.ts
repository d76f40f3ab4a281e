/**
 * Days as people type them, as in India the day first: "5/12", "05-12-2026", "5.12.26", "5 Dec". With a second number above 12 the month must have
 * come first, as in 12/25/2026. Every field for a date reads with it, and writes 05/12/2026.
 */
import { addDays, formatIn, parseDay, startOfDayIst } from "./dates";
import { currentLanguage, msg, t } from "./language/texts";

const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/;
const NAMED = /^(\d{1,2})[ -]?([a-z]{3,9})\.?(?:,?[ -]?(\d{4}))?$/i;
const ISO = /^\d{4}-\d{2}-\d{2}$/;
/** "05 September, 2026", with room for blanks. */
const TYPED_DAY_MAX = 30;

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const WORDS = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** Said of a text that is no date (spec §8). */
export const NOT_A_DAY = msg("Date input not valid.");

/** Days (YYYY-MM-DD). The bounds choose the year of a day that is typed without one. */
export type DayBounds = {
  readonly today: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
};

/** The bounds of a day that is today or at most so many days ago. */
export function pastDays(today: string, days: number): DayBounds & { min: string; max: string } {
  return { today, min: addDays(today, -days), max: today };
}

type Parts = { readonly day: number; readonly month: number; readonly year: string | undefined };

/** Returns the parts of a typed date, of which the day may not exist; null without the form of a date. */
function partsOf(text: string): Parts | null {
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    const isMonthFirst = second > 12 && first <= 12;
    const [day, month] = isMonthFirst ? [second, first] : [first, second];
    const year = numbers[3]?.length === 2 ? `20${numbers[3]}` : numbers[3];
    return { day, month, year };
  }
  const named = NAMED.exec(text);
  if (named === null) return null;
  const name = (named[2] ?? "").toLowerCase();
  const month = MONTHS.findIndex((each) => each.startsWith(name)) + 1;
  return month === 0 ? null : { day: Number(named[1]), month, year: named[3] };
}

function dayIn(year: string | number, { month, day }: Parts): string | null {
  return parseDay(
    `${String(year)}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
  );
}

function isWithin(day: string, { min, max }: Omit<DayBounds, "today">): boolean {
  // ISO days compare as text.
  return (min === undefined || day >= min) && (max === undefined || day <= max);
}

/** The day (YYYY-MM-DD) that a text means, or null. One without a year is the first within the bounds: of this year, the next, or the last. */
export function typedDay(input: string, bounds: DayBounds): string | null {
  const text = input.length > TYPED_DAY_MAX ? "" : input.trim();
  if (ISO.test(text)) return parseDay(text);
  const parts = partsOf(text);
  if (parts === null) return null;
  if (parts.year !== undefined) return dayIn(parts.year, parts);
  const year = Number(bounds.today.slice(0, 4));
  const days = [year, year + 1, year - 1].map((each) => dayIn(each, parts));
  return days.find((day) => day !== null && isWithin(day, bounds)) ?? days[0] ?? null;
}

/** "2026-12-05" → "05/12/2026", as it would be typed; whatever is no day stays. */
export function dayAsTyped(day: string): string {
  return ISO.test(day) ? day.split("-").reverse().join("/") : day;
}

/** "Saturday, 5 December", with the year if it is not this one: in words nobody takes the day for the month. */
export function dayInWords(day: string, today: string): string {
  const isThisYear = today.startsWith(day.slice(0, 4));
  if (currentLanguage() !== "en")
    return formatIn(isThisYear ? "dayInWords" : "dayWithYear", startOfDayIst(day));
  const words = WORDS.format(Date.parse(`${day}T00:00:00Z`)).replace(/^(\w+),? /, "$1, ");
  return isThisYear ? words : `${words} ${day.slice(0, 4)}`;
}

/** The error below a field for a date: `otherwise` for a day that is absent or beyond the bounds; null for one within them. */
export function dayProblem(value: string, bounds: DayBounds, otherwise: string): string | null {
  const day = typedDay(value, bounds);
  if (day === null) return value.trim() === "" ? otherwise : t(NOT_A_DAY);
  return isWithin(day, bounds) ? null : otherwise;
}
