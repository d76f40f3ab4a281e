/** The time since a notification in a few characters, and the same in words for screen readers. */
import { DAY_MS, formatDate, todayIst } from "../../../domain/dates";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The letters of the day and the month in "04 Mar 2026". */
const DAY_AND_MONTH = 6;

export type Age = { readonly text: string; readonly words: string };

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"} ago`;
}

/** Returns, for example, "now", "3 m", "2 h", then the day: "04 Mar" of this year, "04 Mar 2025" of an earlier one. */
export function ageOf(at: number, nowMs: number): Age {
  // The server's clock may be ahead of this one.
  const age = Math.max(0, nowMs - at);
  if (age < MINUTE_MS) return { text: "now", words: "just now" };
  if (age < HOUR_MS) {
    const minutes = Math.floor(age / MINUTE_MS);
    return { text: `${minutes} m`, words: counted(minutes, "minute") };
  }
  if (age < DAY_MS) {
    const hours = Math.floor(age / HOUR_MS);
    return { text: `${hours} h`, words: counted(hours, "hour") };
  }
  const date = formatDate(at);
  const isThisYear = todayIst(at).slice(0, 4) === todayIst(nowMs).slice(0, 4);
  return { text: isThisYear ? date.slice(0, DAY_AND_MONTH) : date, words: date };
}
