/** 'Reason for Rejection': one reason for all lines of a placement, in one transaction. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { REASON_MAX } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import { contentOf, linesFor, orderIdsOf, totalOfLines } from "./placements";
import type { AnswerDialogProps } from "./AcceptDialog";
import { NOT_REJECTED } from "./orderMessages";
import { OrderPromptDialog } from "./OrderPromptDialog";
import { usePendingLines } from "./usePendingLines";

export function RejectDialog({ opened, live, onClose }: AnswerDialogProps) {
  const reject = useMutation(api.orders.reject);
  const { lines, newStatus } = usePendingLines(opened, live);
  const shown = { ...opened, lines };
  return (
    <OrderPromptDialog
      order={opened.lines[0]}
      description={`${contentOf(shown)}, ${formatRupees(totalOfLines(lines))}`}
      newStatus={newStatus}
      title="Reason for Rejection"
      label="Reason"
      hideLabel
      maxLength={REASON_MAX}
      emptyMessage="Please provide a reason for rejection."
      submitLabel="Submit"
      dismissLabel="Cancel"
      failure={NOT_REJECTED}
      onSubmit={(reason) => reject({ orderIds: orderIdsOf(linesFor(shown, "reject")), reason })}
      onClose={onClose}
    />
  );
}
