/** The live figures in a distributor's bar. Other roles have none. */
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useSession } from "../../lib/useSession";
import type { BadgeName, NavGroup } from "../navigation";

export type Badges = Record<BadgeName, number>;

export function useBadges(): Badges {
  const session = useSession();
  const asks = session.state === "signedIn" && session.me.role === "distributor";
  const pendingOrders = useQuery(api.orders.pendingCount, asks ? {} : "skip");
  const requests = useQuery(api.network.pendingCount, asks ? {} : "skip");
  return { pendingOrders: pendingOrders ?? 0, requests: requests ?? 0 };
}

export function badgeOfGroup(group: NavGroup, badges: Badges): number {
  return group.items.reduce(
    (sum, item) => sum + (item.badge === undefined ? 0 : badges[item.badge]),
    0,
  );
}
