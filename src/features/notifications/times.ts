/** Minutes after midnight in India, as typed into a time field and in words. */
import { DAY_MINUTES, endOfDayIst, formatTime } from "../../../domain/dates";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const TYPED = /^([01]\d|2[0-3]):([0-5]\d)$/;
/** Any day: India's days have the same minutes all year. */
const ANY_MIDNIGHT = endOfDayIst("2026-01-01");

/** "09:05", as time fields have it. */
export function typedTime(minute: number): string {
  const hours = String(Math.floor(minute / HOUR_MINUTES)).padStart(2, "0");
  return `${hours}:${String(minute % HOUR_MINUTES).padStart(2, "0")}`;
}

/** Returns the minute of a typed time, or null while it is incomplete. */
export function minuteOf(typed: string): number | null {
  const [, hours, minutes] = TYPED.exec(typed) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  return (Number(hours) * HOUR_MINUTES + Number(minutes)) % DAY_MINUTES;
}

/** "9:05 pm". */
export function timeText(minute: number): string {
  return formatTime(ANY_MIDNIGHT + minute * MINUTE_MS);
}
