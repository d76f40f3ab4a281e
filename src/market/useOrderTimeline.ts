/** An order's timeline as the signed-in user reads it, live; it needs the order's id alone. */
import { useMemo } from "react";
import { api } from "../../convex/_generated/api";
import type { TimelineSteps } from "../ui/Timeline";
import { partyIn, timelineSteps } from "./timeline";
import { type LiveQueryResult, useLiveQuery } from "../live/useLiveQuery";
import { useShownUser } from "../live/useSession";

const NOTHING: TimelineSteps = { steps: [] };

export function useOrderTimeline(orderId: string): LiveQueryResult<TimelineSteps> {
  const order = useLiveQuery(api.orders.one, { orderId }, { isKeptOffline: true });
  const events = useLiveQuery(api.orders.timeline, { orderId });
  const party = partyIn(useShownUser()?.role);
  const value = useMemo(() => {
    if (order.value === undefined || events.value === undefined) return undefined;
    if (order.value === null) return NOTHING;
    const { userName, distributorName, status, deliveryBefore } = order.value;
    const reader = { names: { retailer: userName, distributor: distributorName }, party };
    const steps = timelineSteps(events.value, reader);
    return status === "accepted" ? { steps, deliveryBefore } : { steps };
  }, [order.value, events.value, party]);
  return {
    value,
    error: order.error ?? events.error,
    retry: () => {
      order.retry();
      events.retry();
    },
  };
}
