/** The live counts beside the entries of the bars. */
import { api } from "../../../convex/_generated/api";
import { isOrder, waitingOrders } from "../../outbox/entry";
import { useOutbox } from "../../outbox/useOutbox";
import { useQuantities } from "../../market/useBasket";
import { useUnread } from "../../features/chat/useMessenger";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useSession } from "../../live/useSession";
import type { BadgeName, NavGroup } from "../navigation";
import type { FunctionReturnType } from "convex/server";

export type Badges = Record<BadgeName, number>;

/**
 * Returns the counts that every page shows: unread messages; for retailers the basket's lines and orders that wait to be sent; for
 * distributors pending orders and requests.
 */
export function useBadges(): Badges {
  const session = useSession();
  const isDistributor = session.state === "signedIn" && session.me.role === "distributor";
  // The bar works without its counts, so errors are ignored.
  const { value: pendingOrders } = useLiveQuery(
    api.orders.pendingCount,
    isDistributor ? {} : "skip",
  );
  const { value: requests } = useLiveQuery(api.network.pendingCount, isDistributor ? {} : "skip");
  const unread = useUnread();
  const { entries, ...conditions } = useOutbox();
  // The lines of a basket that waits are in the basket still.
  const waiting = waitingOrders(entries, conditions).filter(isOrder);
  const basket = (useQuantities()?.length ?? 0) + waiting.length;
  return { unread, basket, pendingOrders: pendingOrders ?? 0, requests: requests ?? 0 };
}

export function badgeOfGroup(group: NavGroup, badges: Badges): number {
  return group.items.reduce(
    (sum, item) => sum + (item.badge === undefined ? 0 : badges[item.badge]),
    0,
  );
}

export type OrderCounts = Partial<FunctionReturnType<typeof api.orders.openCounts>>;

const UNKNOWN: OrderCounts = {};

/** Returns the numbers of pending and accepted orders, live, while their links are shown. */
export function useOrderCounts(isShown = true): OrderCounts {
  const session = useSession();
  // The links work without their counts, so errors are ignored.
  const { value } = useLiveQuery(
    api.orders.openCounts,
    isShown && session.state === "signedIn" ? {} : "skip",
  );
  return value ?? UNKNOWN;
}
