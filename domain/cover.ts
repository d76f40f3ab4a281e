/** Days of cover: for how long a stock lasts if a product goes on selling as it did. Pure, shared by server and screens. */
import { addDays } from "./dates";
import { COVER_DAYS, LOW_COVER_DAYS, LOW_STOCK_MAX } from "./limits";

export type DayPieces = { readonly day: string; readonly pieces: number };

/** The first of the 28 days that end with `last` (YYYY-MM-DD). */
export function firstCoverDay(last: string): string {
  return addDays(last, 1 - COVER_DAYS);
}

/** Pieces of the 28 days that end with `today`. */
export function piecesSold(days: readonly DayPieces[], today: string): number {
  const first = firstCoverDay(today);
  return days
    .filter(({ day }) => day >= first && day <= today)
    .reduce((sum, { pieces }) => sum + pieces, 0);
}

/** Whole days that the stock lasts at the daily mean of 28 days, rounded down; null if nothing was sold in them. */
export function coverDays(stock: number, sold: number): number | null {
  return sold <= 0 ? null : Math.floor((stock * COVER_DAYS) / sold);
}

/** True for few pieces, and for a stock that lasts less than a week. */
export function runsLow(stock: number, sold: number): boolean {
  const cover = coverDays(stock, sold);
  return stock <= LOW_STOCK_MAX || (cover !== null && cover < LOW_COVER_DAYS);
}

/** Adds pieces (negative: takes them off) to a day, and drops days that lie 28 days or more before the latest. */
export function withPieces(days: readonly DayPieces[], added: DayPieces): DayPieces[] {
  const existing = days.find(({ day }) => day === added.day);
  const sum = { day: added.day, pieces: (existing?.pieces ?? 0) + added.pieces };
  const all = [...days.filter((each) => each !== existing), sum].sort((a, b) =>
    a.day < b.day ? -1 : 1,
  );
  const first = firstCoverDay(all.at(-1)?.day ?? added.day);
  return all.filter(({ day }) => day >= first);
}
