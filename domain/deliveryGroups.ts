/** The days by which deliveries are grouped on home pages. */
import { addDays } from "./dates";

export const DELIVERY_GROUPS = ["late", "today", "tomorrow", "week"] as const;

export type DeliveryGroup = (typeof DELIVERY_GROUPS)[number];

/** The days (YYYY-MM-DD) of some deliveries: from the first to the last; of all until the last without a first. */
export type DeliveryDays = { readonly from?: string; readonly to: string };

/** The days from today on that a group consists of, counted from 0. */
const DAYS_AHEAD = {
  today: [0],
  tomorrow: [1],
  week: [2, 3, 4, 5, 6],
} as const satisfies Record<Exclude<DeliveryGroup, "late">, readonly number[]>;

/** Returns the days of a group as seen on `today`, each by itself; all that are past are one. */
export function daysOfGroup(group: DeliveryGroup, today: string): readonly DeliveryDays[] {
  if (group === "late") return [{ to: addDays(today, -1) }];
  return DAYS_AHEAD[group].map((days) => {
    const day = addDays(today, days);
    return { from: day, to: day };
  });
}
