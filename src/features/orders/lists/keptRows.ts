/**
 * Keeps orders in their places on a list that they have left by the distributor's own doing, until the page is left: a completed one as
 * completed, an accepted one as the link of its invoice.
 */
import { useCallback, useMemo, useState } from "react";
import type { Id } from "../../../../convex/_generated/dataModel";
import type { Order } from "../orderRow";

export type KeptOrder = Order & {
  /** The invoice of an order that was accepted from this list. */
  readonly invoiceId?: Id<"invoices">;
};

type Compare = (a: Order, b: Order) => number;

/** `rows` with the kept ones in their places by `compare`; a kept one wins over its old self. */
export function withKept(
  rows: readonly Order[],
  keptOrders: readonly KeptOrder[],
  compare: Compare,
): readonly KeptOrder[] {
  if (keptOrders.length === 0) return rows;
  const ids = new Set(keptOrders.map(({ _id }) => _id));
  return [...rows.filter(({ _id }) => !ids.has(_id)), ...keptOrders].sort(compare);
}

/** Compares by the order of the accepted list. */
export function byDelivery(a: Order, b: Order): number {
  const [one = "", other = ""] = [a.deliveryBefore, b.deliveryBefore];
  return one.localeCompare(other) || a.createdAt - b.createdAt;
}

/** The orders of the other lists. */
export const BY_PLACING = {
  oldest: (a, b) => a.createdAt - b.createdAt,
  latest: (a, b) => b.createdAt - a.createdAt,
} as const satisfies Record<string, Compare>;

export type KeptRows = {
  readonly rows: readonly KeptOrder[];
  readonly keep: (order: KeptOrder) => void;
  /** Leaves it to the list again. */
  readonly release: (order: KeptOrder) => void;
};

/** @param queryKey The list's query: what was kept with other filters is not on this list. */
export function useKeptRows(live: readonly Order[], queryKey: string, compare: Compare): KeptRows {
  const [keptOrders, setKeptOrders] = useState<readonly (KeptOrder & { queryKey: string })[]>([]);
  const release = useCallback(
    ({ _id }: KeptOrder) => setKeptOrders((now) => now.filter((each) => each._id !== _id)),
    [],
  );
  const keep = useCallback(
    (order: KeptOrder) =>
      setKeptOrders((now) => [
        ...now.filter(({ _id }) => _id !== order._id),
        { ...order, queryKey },
      ]),
    [queryKey],
  );
  const rows = useMemo(
    () =>
      withKept(
        live,
        keptOrders.filter((each) => each.queryKey === queryKey),
        compare,
      ),
    [live, keptOrders, queryKey, compare],
  );
  return { rows, keep, release };
}
