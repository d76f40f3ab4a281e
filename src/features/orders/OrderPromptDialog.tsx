/** Prompts for a text about an order, until the other party gives the order another status. */
import { formatRupees } from "../../../domain/money";
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { TextPromptDialog, type TextPromptDialogProps } from "../../ui/TextPromptDialog";
import { endedText } from "./orderMessages";
import { type Order, totalOf } from "./orderRow";
import { useStatusChanged } from "./useStatusChanged";

export type OrderPromptDialogProps = Omit<
  TextPromptDialogProps,
  "subjectId" | "description" | "ended"
> & {
  order: Order;
  /** The status that ends the action, where it is not the order's alone. */
  newStatus?: OrderStatus | null;
  /** The order's product and total unless given. */
  description?: string;
};

export function OrderPromptDialog({ order, newStatus, ...prompt }: OrderPromptDialogProps) {
  const changed = useStatusChanged(order);
  return (
    <TextPromptDialog
      description={`${order.quantity} × ${order.productName}, ${formatRupees(totalOf(order))}`}
      {...prompt}
      subjectId={order._id}
      ended={endedText(newStatus === undefined ? changed : newStatus)}
    />
  );
}
