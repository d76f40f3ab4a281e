/** The dialogs that cancel an order or change its message. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { MESSAGE_MAX, REASON_MAX } from "../../../domain/limits";
import { useToast } from "../../ui/Toast";
import { withMessage } from "./optimistic";
import { CANCELLED } from "./orderMessages";
import type { Order } from "./orderRow";
import { OrderPromptDialog } from "./OrderPromptDialog";

export type OrderDialogProps = { order: Order; onClose: () => void };

export function CancelDialog({ order, onClose }: OrderDialogProps) {
  const cancel = useMutation(api.orders.cancel);
  const toast = useToast();
  return (
    <OrderPromptDialog
      order={order}
      title="Cancel this order"
      label="Please enter the reason for cancellation:"
      maxLength={REASON_MAX}
      submitLabel="Cancel order"
      dismissLabel="Keep it"
      danger
      failure="Failed to cancel the order and update product stock."
      onSubmit={async (reason) => {
        await cancel({ orderIds: [order._id], reason });
        toast(CANCELLED);
      }}
      onClose={onClose}
    />
  );
}

/** The list shows the new words at once; the dialog closes when the server has them. */
export function MessageDialog({ order, onClose }: OrderDialogProps) {
  const update = useMutation(api.orders.updateMessage);
  return (
    <OrderPromptDialog
      order={order}
      title="Update Message"
      label="Please enter the new message:"
      initial={order.msg ?? ""}
      maxLength={MESSAGE_MAX}
      submitLabel="Update message"
      dismissLabel="Keep it"
      failure="Failed to update the message."
      onSubmit={(msg) => update.withOptimisticUpdate(withMessage)({ orderId: order._id, msg })}
      onClose={onClose}
    />
  );
}
