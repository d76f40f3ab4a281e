/** Accepted orders by their delivery day: late, today and later. */
import { addDays } from "../../../../domain/dates";
import type { Order } from "../orderRow";

export const DUE_GROUPS = ["late", "today", "later"] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

export const DUE_LABELS: Record<DueGroup, string> = {
  late: "Late",
  today: "Today",
  later: "Later",
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

function groupOf({ deliveryBefore = "" }: Order, today: string): DueGroup {
  if (deliveryBefore < today) return "late";
  return deliveryBefore === today ? "today" : "later";
}

export type GroupedOrders<Of extends Order> = {
  readonly group: DueGroup;
  readonly orders: readonly Of[];
};

/** Returns the groups that are not empty, in the order of their days. */
export function byDueGroup<Of extends Order>(
  orders: readonly Of[],
  today: string,
): readonly GroupedOrders<Of>[] {
  return DUE_GROUPS.map((group) => ({
    group,
    orders: orders.filter((order) => groupOf(order, today) === group),
  })).filter((each) => each.orders.length > 0);
}
