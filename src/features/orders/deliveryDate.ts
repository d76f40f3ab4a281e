/**
 * The delivery date as it is typed and as the calendar holds it. Days are written as in India, the day first: "5/12", "05-12-2026",
 * "5 Dec". With a second number above 12 the month must have come first, as in 12/25/2026.
 */
import { DAY_MS, formatDate, parseDelivery, todayIst } from "../../../domain/dates";

const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/;
const NAMED = /^(\d{1,2})[ -]?([a-z]{3,9})\.?(?:,?[ -]?(\d{4}))?$/i;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
/** "05 September, 2026", with room for blanks. */
const TYPED_MAX = 30;

const MONTHS = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2000, at)).toLocaleString("en-GB", { month: "long", timeZone: "UTC" }),
);

const NO_DATE = "Please select a delivery date.";
const NOT_VALID = "Date input not valid.";

const DAY_WORDS = new Intl.DateTimeFormat("en-GB", {
  ...{ weekday: "long", day: "numeric", month: "long" },
  timeZone: "UTC",
});

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
  const month = MONTHS.findIndex((each) => each.toLowerCase().startsWith(name)) + 1;
  return month === 0 ? null : { day: Number(named[1]), month, year: named[3] };
}

function isoOf(year: string, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Returns the day of a typed date, if it can be promised. Without a year it is the next one with this day. */
function dayOf(typed: string, nowMs: number): string | null {
  const text = typed.trim();
  if (ISO.test(text)) return parseDelivery(text, nowMs);
  const parts = partsOf(text);
  if (parts === null) return null;
  const { day, month, year } = parts;
  if (year !== undefined) return parseDelivery(isoOf(year, month, day), nowMs);
  const thisYear = Number(todayIst(nowMs).slice(0, 4));
  return [thisYear, thisYear + 1]
    .map((each) => parseDelivery(isoOf(String(each), month, day), nowMs))
    .reduce((first, next) => first ?? next);
}

export type DeliveryVerdict =
  { readonly ok: true; readonly day: string } | { readonly ok: false; readonly problem: string };

/** The day, if one can be promised: today to two years ahead in India, because a date further away is a slip of the keyboard; else the specification's sentence (§5, §8). */
export function readDelivery(typed: string, nowMs: number): DeliveryVerdict {
  if (typed.trim() === "") return { ok: false, problem: NO_DATE };
  const day = typed.length > TYPED_MAX ? null : dayOf(typed, nowMs);
  return day === null ? { ok: false, problem: NOT_VALID } : { ok: true, day };
}

/** "Saturday, 5 December", with the year if it is not this one: in words nobody takes the day for the month. */
export function inWords(day: string, nowMs: number): string {
  const words = DAY_WORDS.format(Date.parse(`${day}T00:00:00Z`)).replace(/^(\w+),? /, "$1, ");
  const year = day.slice(0, 4);
  return todayIst(nowMs).startsWith(year) ? words : `${words} ${year}`;
}

/** "2026-03-04" → the calendar's date: that day in the browser's own zone, in which the calendar counts. */
export function calendarDate(day: string): Date | undefined {
  const match = ISO.exec(day);
  return match === null
    ? undefined
    : new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

/** The day picked in the calendar → "04/03/2026". */
export function typedOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${String(date.getFullYear()).padStart(4, "0")}`;
}

export type NearDay = { readonly label: string; readonly typed: string };

/** The days that are promised most often, as they would be typed. */
export function nearDays(nowMs: number): readonly NearDay[] {
  const dayIn = (days: number) => todayIst(nowMs + days * DAY_MS);
  const typed = (day: string) => day.split("-").reverse().join("/");
  const later = dayIn(5);
  return [
    { label: "Today", typed: typed(dayIn(0)) },
    { label: "Tomorrow", typed: typed(dayIn(1)) },
    { label: formatDate(later).slice(0, 6).replace(/^0/, ""), typed: typed(later) },
  ];
}
