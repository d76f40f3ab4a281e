/** The live timeline of an order. */
import { useOrderTimeline } from "../../../market/useOrderTimeline";
import { LiveTimeline } from "../../../ui/Timeline";

export function OrderSteps({ orderId }: { orderId: string }) {
  return <LiveTimeline answer={useOrderTimeline(orderId)} />;
}
