/** The live figures in the bar: unread messages for whoever trades, what waits for an answer for distributors. */
import { api } from "../../../convex/_generated/api";
import { useMessenger } from "../../features/chat/useMessenger";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useSession } from "../../lib/useSession";
import type { BadgeName, NavGroup } from "../navigation";

export type Badges = Record<BadgeName, number>;

export function useBadges(): Badges {
  const session = useSession();
  const asks = session.state === "signedIn" && session.me.role === "distributor";
  // Without its figures the bar is still the bar.
  const { value: pendingOrders } = useLiveQuery(api.orders.pendingCount, asks ? {} : "skip");
  const { value: requests } = useLiveQuery(api.network.pendingCount, asks ? {} : "skip");
  const unread = useMessenger();
  return { unread, pendingOrders: pendingOrders ?? 0, requests: requests ?? 0 };
}

export function badgeOfGroup(group: NavGroup, badges: Badges): number {
  return group.items.reduce(
    (sum, item) => sum + (item.badge === undefined ? 0 : badges[item.badge]),
    0,
  );
}
