/** The delivery date as it is typed, MM/DD/YYYY, and as the calendar holds it. */
import { DAY_MS, parseDelivery, todayIst } from "../../../domain/dates";

const TYPED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

const NO_DATE = "Please select a delivery date.";
const NOT_VALID = "Date input not valid.";

/** Returns a typed date as YYYY-MM-DD, even for a day that does not exist; null without the form of a date. */
function isoOf(typed: string): string | null {
  const text = typed.trim();
  if (ISO.test(text)) return text;
  const match = TYPED.exec(text);
  if (match === null) return null;
  const [, month = "", day = "", year = ""] = match;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

export type DeliveryVerdict =
  { readonly ok: true; readonly day: string } | { readonly ok: false; readonly problem: string };

/** The day, if one can be promised: today to two years ahead in India, because a date further away is a slip of the keyboard; else the specification's sentence (§5, §8). */
export function readDelivery(typed: string, nowMs: number): DeliveryVerdict {
  if (typed.trim() === "") return { ok: false, problem: NO_DATE };
  const iso = isoOf(typed);
  const day = iso === null ? null : parseDelivery(iso, nowMs);
  return day === null ? { ok: false, problem: NOT_VALID } : { ok: true, day };
}

/** "2026-03-04" → the calendar's date: that day in the browser's own zone, in which the calendar counts. */
export function calendarDate(day: string): Date | undefined {
  const match = ISO.exec(day);
  return match === null
    ? undefined
    : new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

/** The day picked in the calendar → "03/04/2026". */
export function typedOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${String(date.getFullYear()).padStart(4, "0")}`;
}

export type NearDay = { readonly label: string; readonly typed: string };

/** The days that are promised most often, as they would be typed. */
export function nearDays(nowMs: number): readonly NearDay[] {
  const typedIn = (days: number) => {
    const [year = "", month = "", day = ""] = todayIst(nowMs + days * DAY_MS).split("-");
    return `${month}/${day}/${year}`;
  };
  return [
    { label: "Today", typed: typedIn(0) },
    { label: "Tomorrow", typed: typedIn(1) },
    { label: "+3 days", typed: typedIn(3) },
  ];
}
