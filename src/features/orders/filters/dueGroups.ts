/** Accepted orders by their delivery day: late, today and later. */
import { addDays } from "../../../../domain/dates";
import type { Order } from "../orderRow";
import { t } from "../../../../domain/language/texts";

export const DUE_GROUPS = ["late", "today", "later"] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

export const DUE_LABELS: Record<DueGroup, string> = {
  late: t("Late"),
  today: t("Today"),
  later: t("Later"),
};

/** Returns the group that an address names, or null. */
export function dueGroupOf(params: URLSearchParams): DueGroup | null {
  const due = params.get("due");
  return DUE_GROUPS.find((group) => group === due) ?? null;
}

/** Returns the delivery days of a group as the server's filter takes them; of all groups without one. */
export function deliveryOf(due: DueGroup | null, today: string): { from?: string; to?: string } {
  switch (due) {
    case null:
      return {};
    case "late":
      return { to: addDays(today, -1) };
    case "today":
      return { from: today, to: today };
    case "later":
      return { from: addDays(today, 1) };
  }
}

/** Returns the group of an accepted order. */
export function groupOf({ deliveryBefore = "" }: Order, today: string): DueGroup {
  if (deliveryBefore < today) return "late";
  return deliveryBefore === today ? "today" : "later";
}

/** The orders of a list as far as they are loaded. */
export type LoadedOrders = { readonly orders: readonly Order[]; readonly isAll: boolean };

/** Returns a group's number of orders, such as "12"; "12+" while more of it may load, and "" where the list has none of it. */
export function dueCount(group: DueGroup, { orders, isAll }: LoadedOrders, today: string): string {
  const groups = orders.map((order) => groupOf(order, today));
  const count = groups.filter((each) => each === group).length;
  const goesOn = !isAll && groups.at(-1) === group;
  return count === 0 ? "" : `${count.toLocaleString("en-IN")}${goesOn ? "+" : ""}`;
}
