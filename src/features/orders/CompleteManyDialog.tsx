/** Completes the chosen placements after one confirmation that names them; each is a transaction of its own. */
import { useServerAction } from "../../lib/useServerAction";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { ManyDialogProps } from "./AcceptManyDialog";
import { BulkRows } from "./BulkRows";
import { countedOrders } from "./countedOrders";
import { NOT_COMPLETED } from "./orderMessages";
import type { IncomingPlacement } from "./placements";
import { useBulk } from "./useBulk";

export type CompleteManyDialogProps = ManyDialogProps & {
  /** Rejects if the server refuses. */
  complete: (placement: IncomingPlacement) => Promise<void>;
};

export function CompleteManyDialog(props: CompleteManyDialogProps) {
  const { placements, complete, onDone, onClose } = props;
  const bulk = useBulk({ placements, failure: NOT_COMPLETED, onDone });
  const count = placements.length;
  const words = countedOrders(count);
  const submission = useServerAction(() => bulk.run(complete), {
    failure: NOT_COMPLETED,
    success: (isAll) => (isAll ? `${words} completed.` : null),
    onDone: (isAll) => isAll && onClose(),
  });
  return (
    <ConfirmDialog
      onClose={() => !submission.isBusy && onClose()}
      title={`Complete ${words}?`}
      description="They were delivered. This cannot be taken back."
      confirmLabel={`Complete ${count - bulk.doneCount}`}
      cancelLabel={bulk.results.size > 0 ? "Close" : "Cancel"}
      busy={submission.isBusy}
      error={submission.error}
      onConfirm={() => void submission.run()}
    >
      <BulkRows placements={placements} bulk={bulk} doneWord="Completed" />
    </ConfirmDialog>
  );
}
