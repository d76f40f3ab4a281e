/** The dialog that cancels all lines of a placement that are on one list, in one step. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { REASON_MAX } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import { useToast } from "../../ui/Toast";
import { groupTotal, type OrderGroup } from "./orderGroups";
import { CANCELLED } from "./orderMessages";
import { OrderPromptDialog } from "./OrderPromptDialog";
import { sellerOf } from "./orderRow";

export function CancelAllDialog({ group, onClose }: { group: OrderGroup; onClose: () => void }) {
  const cancel = useMutation(api.orders.cancel);
  const toast = useToast();
  const [first] = group.orders;
  if (first === undefined) return null;
  const { length } = group.orders;
  const orderIds = group.orders.map(({ _id }) => _id);
  return (
    <OrderPromptDialog
      order={first}
      title="Cancel all lines"
      description={`${length} lines to ${sellerOf(first)}, ${formatRupees(groupTotal(group))}`}
      label="Please enter the reason for cancellation:"
      maxLength={REASON_MAX}
      submitLabel="Cancel all"
      dismissLabel="Keep them"
      danger
      failure="Failed to cancel the orders and update product stock."
      onSubmit={async (reason) => {
        await cancel({ orderIds, reason });
        toast(CANCELLED);
      }}
      onClose={onClose}
    />
  );
}
