/** The button of an order's timeline, which opens in the page's side panel. */
import { productsText } from "../../../market/orderContent";
import { useOrderTimeline } from "../../../market/useOrderTimeline";
import { LiveTimeline, TimelineButton, type TimelineButtonProps } from "../../../ui/Timeline";
import type { Order } from "../orderRow";

export type OrderTimelineProps = {
  order: Order;
  look: TimelineButtonProps["look"];
};

export function OrderTimeline({ order, look }: OrderTimelineProps) {
  const body = <Steps orderId={order._id} />;
  const [first] = order.lines;
  const subject = productsText(first?.productName ?? "", order.lines.length);
  return <TimelineButton subject={subject} body={body} look={look} />;
}

function Steps({ orderId }: { orderId: string }) {
  return <LiveTimeline answer={useOrderTimeline(orderId)} />;
}
