/** Sums and shares of the server's counts. */
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { FlashOnChange } from "../../ui/FlashOnChange";
import type { Counts } from "./rows";

export function totalUsers({ users }: Counts): number {
  return users.retailer + users.distributor + users.admin;
}

export function totalOrders({ orders }: Counts): number {
  return Object.values(orders).reduce((sum, count) => sum + count, 0);
}

/** Formats 1200 as "1,200". */
export function formatCount(count: number): string {
  return count.toLocaleString("en-IN");
}

/** Orders as they go through the market, and how many of all that is; 0 of 0 is 0 %. */
const SPLIT_ORDER = ["pending", "accepted", "completed", "rejected", "cancelled"] as const;

export type StatusShare = {
  readonly status: OrderStatus;
  readonly count: number;
  /** 0 to 1. */
  readonly share: number;
};

export function statusShares(counts: Counts): StatusShare[] {
  const total = totalOrders(counts);
  return SPLIT_ORDER.map((status) => {
    const count = counts.orders[status];
    return { status, count, share: total === 0 ? 0 : count / total };
  });
}

/** Formats 0.034 as "3%"; a little is never shown as nothing. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return "<1%";
  return `${Math.round(share * 100)}%`;
}

/** A count, highlighted for a moment when it changes. */
export function LiveCount({ count }: { count: number }) {
  return <FlashOnChange value={count}>{formatCount(count)}</FlashOnChange>;
}
