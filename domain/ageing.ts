/** Ageing: open sums by the days since they were due. */
import { daysBetween } from "./dates";
import { type Message, msg } from "./language/texts";

export const AGEING_BUCKETS = ["notDue", "to15", "to30", "to60", "to90", "over90"] as const;
export type AgeingBucket = (typeof AGEING_BUCKETS)[number];
/** Those before today. */
export const OVERDUE_BUCKETS = AGEING_BUCKETS.filter((bucket) => bucket !== "notDue");
export type Ageing = Readonly<Record<AgeingBucket, number>>;

export const AGEING_TEXTS = {
  notDue: msg("Not due"),
  to15: msg("1–15 days"),
  to30: msg("16–30 days"),
  to60: msg("31–60 days"),
  to90: msg("61–90 days"),
  over90: msg("Over 90 days"),
} as const satisfies Record<AgeingBucket, Message>;

const LAST_DAYS = [
  ["notDue", 0],
  ["to15", 15],
  ["to30", 30],
  ["to60", 60],
  ["to90", 90],
] as const satisfies [AgeingBucket, number][];

/** Returns the bucket of a sum; on its due day (YYYY-MM-DD) it is not overdue yet. */
export function ageingBucket(dueOn: string, today: string): AgeingBucket {
  const days = daysBetween(dueOn, today);
  return LAST_DAYS.find(([, last]) => days <= last)?.[0] ?? "over90";
}

/** Sums in paise; together they are the sum of all open parts. */
export function ageingOf(
  dues: readonly { readonly dueOn: string; readonly openPaise: number }[],
  today: string,
): Ageing {
  const sums = { notDue: 0, to15: 0, to30: 0, to60: 0, to90: 0, over90: 0 };
  for (const { dueOn, openPaise } of dues) sums[ageingBucket(dueOn, today)] += openPaise;
  return sums;
}
