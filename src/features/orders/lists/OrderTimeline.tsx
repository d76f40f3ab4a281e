/** The button of an order's timeline, which opens in the page's side panel. */
import { productsText } from "../../../market/orderContent";
import { lazyPart } from "../../../ui/lazyPart";
import { TimelineButton, type TimelineButtonProps } from "../../../ui/Timeline";
import type { Order } from "../orderRow";
import { t } from "../../../../domain/language/texts";

const OrderSteps = lazyPart(async () => (await import("../order/OrderSteps")).OrderSteps, {
  message: t("The timeline could not be loaded."),
});

export type OrderTimelineProps = {
  order: Order;
  look: TimelineButtonProps["look"];
};

export function OrderTimeline({ order, look }: OrderTimelineProps) {
  const body = <OrderSteps orderId={order._id} />;
  const [first] = order.lines;
  const subject = productsText(first?.productName ?? "", order.lines.length);
  return <TimelineButton subject={subject} body={body} look={look} />;
}
