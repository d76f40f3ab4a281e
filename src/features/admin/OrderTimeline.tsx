/** The button of an order's timeline, which opens in the page's side panel. */
import { productsText } from "../../market/orderContent";
import { useOrderTimeline } from "../../market/useOrderTimeline";
import { LiveTimeline, TimelineButton } from "../../ui/Timeline";
import type { OrderRow } from "./rows";

export function OrderTimeline({ order }: { order: OrderRow }) {
  const body = <Steps orderId={order._id} />;
  return (
    <TimelineButton
      subject={productsText(order.productName, order.lineCount)}
      body={body}
      look="icon"
    />
  );
}

function Steps({ orderId }: { orderId: string }) {
  return <LiveTimeline answer={useOrderTimeline(orderId)} />;
}
