/** Rejects the chosen placements with one reason; each is a transaction of its own. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { REASON_MAX } from "../../../domain/limits";
import { useForm } from "../../lib/useForm";
import { useServerAction } from "../../lib/useServerAction";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { SubmissionNotices } from "../../ui/SubmissionNotices";
import { Textarea } from "../../ui/Textarea";
import type { ManyDialogProps } from "./AcceptManyDialog";
import { BulkRows } from "./BulkRows";
import { countedOrders } from "./countedOrders";
import { NOT_REJECTED } from "./orderMessages";
import { linesFor, orderIdsOf } from "./placements";
import { useBulk } from "./useBulk";

export function RejectManyDialog({ placements, onDone, onClose }: ManyDialogProps) {
  const reject = useMutation(api.orders.reject);
  const bulk = useBulk({ placements, failure: NOT_REJECTED, onDone });
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => ({
      reason: reason.trim() === "" ? "Please provide a reason for rejection." : null,
    }),
  });
  const count = placements.length;
  const words = countedOrders(count);
  const submission = useServerAction(
    ({ reason }: { reason: string }) =>
      bulk.run((placement) =>
        reject({ orderIds: orderIdsOf(linesFor(placement, "reject")), reason: reason.trim() }),
      ),
    {
      failure: NOT_REJECTED,
      success: (isAll) => (isAll ? `${words} rejected.` : null),
      onDone: (isAll) => isAll && onClose(),
    },
  );
  return (
    <Dialog
      // What was begun goes on: each placement is answered wholly or not at all.
      onClose={() => !submission.isBusy && onClose()}
      title={`Reject ${words}`}
      description="All lines of each, with one reason. The stock returns."
    >
      <Form onSubmit={() => form.submit(submission.run)} className="flex flex-col gap-4">
        <Field label="Reason for Rejection" error={form.errors.reason}>
          <Textarea maxLength={REASON_MAX} readOnly={submission.isBusy} {...form.text("reason")} />
        </Field>
        <BulkRows placements={placements} bulk={bulk} doneWord="Rejected" />
        <SubmissionNotices submission={submission} />
        <DialogFooter>
          <Button onClick={submission.isBusy ? bulk.stop : onClose}>
            {submission.isBusy ? "Stop" : bulk.results.size > 0 ? "Close" : "Cancel"}
          </Button>
          <Button type="submit" variant="danger" busy={submission.isBusy}>
            Reject {count - bulk.doneCount}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
