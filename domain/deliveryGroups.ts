/** The days by which deliveries are grouped on home pages. */
import { addDays } from "./dates";

export const DELIVERY_GROUPS = ["late", "today", "tomorrow", "week"] as const;

export type DeliveryGroup = (typeof DELIVERY_GROUPS)[number];

const DAYS_OF_WEEK_AHEAD = 6;

/** Returns the first and the last day (YYYY-MM-DD) of a group as seen on `today`. “Late” has no first day. */
export function daysOfGroup(
  group: DeliveryGroup,
  today: string,
): { readonly from?: string; readonly to: string } {
  switch (group) {
    case "late":
      return { to: addDays(today, -1) };
    case "today":
      return { from: today, to: today };
    case "tomorrow":
      return { from: addDays(today, 1), to: addDays(today, 1) };
    case "week":
      return { from: addDays(today, 2), to: addDays(today, DAYS_OF_WEEK_AHEAD) };
    default:
      return group satisfies never;
  }
}
