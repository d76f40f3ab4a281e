/** Items by the days on which they happened in India, and the names of near days. */
import { DAY_MS, formatDate, formatTime, todayIst } from "../../domain/dates";
import { t } from "../../domain/language/texts";

export type Day<Item> = { readonly day: string; readonly items: readonly Item[] };

/** Returns items in a row that happened on the same day in India. */
export function daysOf<Item extends { readonly at: number }>(items: readonly Item[]): Day<Item>[] {
  const days: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = todayIst(item.at);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

function nearDay(day: string, now: number): string | null {
  if (day === todayIst(now)) return t("Today");
  return day === todayIst(now - DAY_MS) ? t("Yesterday") : null;
}

/** Returns, for example, "Today", "Yesterday", "04 Mar 2026". */
export function dayLabel(day: string, now: number): string {
  return nearDay(day, now) ?? formatDate(day);
}

/** Returns the time if it was today, else the day. */
export function whenLabel(at: number, now: number): string {
  const day = todayIst(at);
  return day === todayIst(now) ? formatTime(at) : dayLabel(day, now);
}
