/** The echo of a typed day: a browser shows it in an order of its own. */
import { formatDate } from "../../domain/dates";

const WEEKDAYS = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** "Saturday, 05 Dec 2026", or "" for what is no day. */
export function dayInWords(day: string): string {
  const date = formatDate(day);
  return date === "" ? "" : `${WEEKDAYS.format(Date.parse(`${day}T00:00:00Z`))}, ${date}`;
}
