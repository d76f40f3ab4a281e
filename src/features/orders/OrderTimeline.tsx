/** The button of an order's timeline, which opens in the page's side panel. */
import { useOrderTimeline } from "../../lib/useOrderTimeline";
import { LiveTimeline, TimelineButton, type TimelineButtonProps } from "../../ui/Timeline";
import type { Order } from "./orderRow";

export type OrderTimelineProps = {
  order: Pick<Order, "_id" | "productName">;
  look: TimelineButtonProps["look"];
};

export function OrderTimeline({ order, look }: OrderTimelineProps) {
  const body = <Steps orderId={order._id} />;
  return <TimelineButton subject={order.productName} body={body} look={look} />;
}

function Steps({ orderId }: { orderId: string }) {
  return <LiveTimeline answer={useOrderTimeline(orderId)} />;
}
