/**
 * Days, months and financial years of the market: always India's (Asia/Kolkata, UTC+05:30 all year), whatever zone the server
 * or the browser is in. It never asks for the time: the instant is an argument.
 */
import { DELIVERY_YEARS_MAX } from "./limits";
import { currentLanguage } from "./language/texts";

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 24 * 60;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** India keeps one offset all year, and has since 1945. */
const IST_OFFSET_MS = 330 * MINUTE_MS;
/** The financial year begins on 1 April. */
const APRIL = 4;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const LONG_MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A clock time behind the day: in UTC, in India's offset, or without one, which is read as India's. No other zone delivers here. */
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|\+05:30)?$/;

/** "2026-12-31T09:30:00.123456789+05:30", the longest that fits, in characters. */
const DAY_TEXT_MAX = 35;

type IstParts = { year: number; month: number; day: number; hour: number; minute: number };

function istParts(ms: number): IstParts {
  const shifted = new Date(ms + IST_OFFSET_MS);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** The instant at which a day begins in India. Months beyond 12 roll over into the next year. */
function istMidnight(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) - IST_OFFSET_MS;
}

/** Returns the moment in UTC as programs read it: "2026-11-21T09:30:00.000Z". */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The day in India at an instant: "2026-11-21". */
export function todayIst(nowMs: number): string {
  const { year, month, day } = istParts(nowMs);
  return isoDay(year, month, day);
}

/** Minutes since midnight in India at an instant. */
export function minuteIst(nowMs: number): number {
  const { hour, minute } = istParts(nowMs);
  return hour * 60 + minute;
}

/** An instant, a YYYY-MM-DD or an ISO date-time → the instant; NaN if it is none of them. A bare day begins in India. */
function instantOf(when: number | string): number {
  const ms = typeof when === "number" ? when : Date.parse(when);
  const instant = typeof when === "string" && DAY.test(when) ? ms - IST_OFFSET_MS : ms;
  // JavaScript's calendar has an end: beyond it, and at infinity, there is no date.
  return new Date(instant + IST_OFFSET_MS).getTime() - IST_OFFSET_MS;
}

const FORMATS = {
  date: { day: "2-digit", month: "short", year: "numeric" },
  dayMonth: { day: "2-digit", month: "short" },
  shortDay: { day: "numeric", month: "short" },
  nearDay: { weekday: "short", day: "numeric", month: "short" },
  longDate: { day: "numeric", month: "long", year: "numeric" },
  month: { month: "long", year: "numeric" },
  monthName: { month: "long" },
  dayInWords: { weekday: "long", day: "numeric", month: "long" },
  dayWithYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  time: { hour: "numeric", minute: "2-digit", hour12: true },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type DateFormat = keyof typeof FORMATS;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Writes an instant in a language other than English, whose forms are the specification's. Digits are Latin in each. */
export function formatIn(format: DateFormat, ms: number): string {
  const language = currentLanguage();
  const key = `${language} ${format}`;
  const formatter =
    formatters.get(key) ??
    new Intl.DateTimeFormat(`${language}-IN`, {
      ...FORMATS[format],
      timeZone: "Asia/Kolkata",
      numberingSystem: "latn",
    });
  formatters.set(key, formatter);
  return formatter.format(ms);
}

/** Writes a date with the parts of its day in India; "" for what is no date. */
function written(
  when: number | string,
  format: DateFormat,
  inEnglish: (parts: IstParts) => string,
): string {
  const ms = instantOf(when);
  if (Number.isNaN(ms)) return "";
  return currentLanguage() === "en" ? inEnglish(istParts(ms)) : formatIn(format, ms);
}

function shortMonth(month: number): string {
  return MONTHS[month - 1] ?? "";
}

function longMonth(month: number): string {
  return LONG_MONTHS[month - 1] ?? "";
}

/** "04 Mar 2026", or "" for what is no date. */
export function formatDate(when: number | string): string {
  return written(when, "date", (at) => `${two(at.day)} ${shortMonth(at.month)} ${at.year}`);
}

/** "04 Mar", or "04 Mar 2025" in a year that is not the one of `today` (YYYY-MM-DD). */
export function formatDayMonth(when: number | string, today: string): string {
  const ms = instantOf(when);
  if (!Number.isNaN(ms) && todayIst(ms).slice(0, 4) !== today.slice(0, 4)) return formatDate(ms);
  return written(when, "dayMonth", ({ day, month }) => `${two(day)} ${shortMonth(month)}`);
}

/** "4 Mar". */
export function formatShortDay(when: number | string): string {
  return written(when, "shortDay", ({ day, month }) => `${day} ${shortMonth(month)}`);
}

/** "Mon 30 Nov", of a day (YYYY-MM-DD) as one of the next. */
export function formatNearDay(day: string): string {
  const weekday = WEEKDAYS[new Date(day).getUTCDay()] ?? "";
  return written(day, "nearDay", (at) => `${weekday} ${at.day} ${shortMonth(at.month)}`);
}

/** "March 4, 2026": the long form of the invoice's PDF (spec §2.7). */
export function formatLongDate(when: number | string): string {
  return written(when, "longDate", (at) => `${longMonth(at.month)} ${at.day}, ${at.year}`);
}

/** "March 2026" of a month such as "2026-03". */
export function formatMonth(month: string): string {
  return written(`${month}-01`, "month", (at) => `${longMonth(at.month)} ${at.year}`);
}

/** "March" of 3. */
export function monthName(month: number): string {
  return written(Date.UTC(2000, month - 1, 2), "monthName", (at) => longMonth(at.month));
}

/** "4:05 pm". */
export function formatTime(when: number | string): string {
  return written(when, "time", ({ hour, minute }) => {
    const half = hour < 12 ? "am" : "pm";
    return `${hour % 12 === 0 ? 12 : hour % 12}:${two(minute)} ${half}`;
  });
}

/** "04 Mar 2026, 4:05 pm". */
export function formatDateTime(when: number | string): string {
  const date = formatDate(when);
  return date === "" ? "" : `${date}, ${formatTime(when)}`;
}

/** "26-27": 1 April 2026 to 31 March 2027, in India. */
export function financialYear(ms: number): string {
  const { year, month } = istParts(ms);
  const first = month >= APRIL ? year : year - 1;
  return `${two(first % 100)}-${two((first + 1) % 100)}`;
}

/** The current year in India and the two before: the year choice of the completed orders (spec §5). */
export function recentYears(nowMs: number): number[] {
  const { year } = istParts(nowMs);
  return [year, year - 1, year - 2];
}

/** A month in India as instants: from its first, to just before the next month's first. */
export function monthRange(year: number, month: number): { from: number; to: number } {
  return { from: istMidnight(year, month, 1), to: istMidnight(year, month + 1, 1) - 1 };
}

/** The instant that lies `days` times 24 hours back: "completed within 15 days" (spec §5). */
export function daysBefore(nowMs: number, days: number): number {
  return nowMs - days * DAY_MS;
}

/** A real calendar day, kept as written; 30 February is none. */
function calendarDay(day: string): string | null {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? null : day;
}

/** The day (YYYY-MM-DD) that lies `days` after `day`, or before it if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one day (YYYY-MM-DD) to another; negative if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** The instant at which a day (YYYY-MM-DD) begins in India. */
export function startOfDayIst(day: string): number {
  return instantOf(day);
}

/** The instant at which a day (YYYY-MM-DD) ends in India. */
export function endOfDayIst(day: string): number {
  return instantOf(day) + DAY_MS;
}

/** An ISO date or date-time → the day in India, or null if it is not one. */
export function parseDay(text: string): string | null {
  if (text.length > DAY_TEXT_MAX) return null;
  if (DAY.test(text)) return calendarDay(text);
  const match = DAY_AND_TIME.exec(text);
  if (match?.[1] === undefined || calendarDay(match[1]) === null) return null;
  const ms = Date.parse(match[2] === undefined ? `${text}+05:30` : text);
  return Number.isNaN(ms) ? null : todayIst(ms);
}

/** Parses as `parseDay`; null for a day that is not within the bounds. */
export function parseDayWithin(
  text: string,
  { min, max }: { readonly min: string; readonly max: string },
): string | null {
  const day = parseDay(text);
  // ISO days compare as text.
  return day === null || day < min || day > max ? null : day;
}

/** The last day that may be promised: the same day two years on (28 February if that year has no 29th). */
export function lastDeliveryDay(nowMs: number): string {
  const { year, month, day } = istParts(nowMs);
  return (
    calendarDay(isoDay(year + DELIVERY_YEARS_MAX, month, day)) ??
    isoDay(year + DELIVERY_YEARS_MAX, 2, 28)
  );
}

/** Parses an ISO date or date-time to YYYY-MM-DD; null unless it lies between today and two years ahead, in India. */
export function parseDelivery(text: string, nowMs: number): string | null {
  return parseDayWithin(text, { min: todayIst(nowMs), max: lastDeliveryDay(nowMs) });
}
