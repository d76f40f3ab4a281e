/** Accepts the chosen placements whole, with one delivery date and one payment code; each is a transaction of its own. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { formatRupees } from "../../../domain/money";
import { useForm } from "../../lib/useForm";
import { useServerAction } from "../../lib/useServerAction";
import { useUploadOnce } from "../../lib/useUploadOnce";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Form } from "../../ui/Form";
import { SubmissionNotices } from "../../ui/SubmissionNotices";
import type { OnAccepted } from "./AcceptDialog";
import { BulkRows } from "./BulkRows";
import { countedOrders } from "./countedOrders";
import { DeliveryDateInput } from "./DeliveryDateInput";
import { readDelivery } from "./deliveryDate";
import { PaymentPicture, qrProblem, useUpiId } from "./PaymentPicture";
import { answeredLines, type IncomingPlacement, totalOfLines } from "./placements";
import { useBulk, type Bulk } from "./useBulk";

const FAILURE = "Failed to accept the order and generate invoice. Please try again later.";

export type ManyDialogProps = {
  placements: readonly IncomingPlacement[];
  /** Called for each placement once it is done. */
  onDone: (placement: IncomingPlacement) => void;
  onClose: () => void;
};

export type AcceptManyDialogProps = ManyDialogProps & { onAccepted: OnAccepted };

type Answer = { readonly date: string; readonly file: File | null };

/** Returns the call that accepts them; the picture is uploaded once for all. */
function useAcceptMany(bulk: Bulk, nowMs: number, onAccepted: OnAccepted) {
  const accept = useMutation(api.orders.accept);
  const upload = useUploadOnce("qr-code");
  return async ({ date, file }: Answer) => {
    const delivery = readDelivery(date, nowMs);
    if (!delivery.ok) throw new Error("The form is valid.");
    const qr = file === null ? {} : { qrImageId: await upload(file) };
    return bulk.run(async (placement) => {
      const lines = answeredLines(placement.lines, {});
      const { invoiceId } = await accept({ lines, deliveryBefore: delivery.day, ...qr });
      if (invoiceId !== null) onAccepted(placement, invoiceId);
    });
  };
}

export function AcceptManyDialog(props: AcceptManyDialogProps) {
  const { placements, onAccepted, onDone, onClose } = props;
  const [nowMs] = useState(() => Date.now());
  const upiId = useUpiId();
  const bulk = useBulk({ placements, failure: FAILURE, onDone });
  const form = useForm<Answer>({
    initial: { date: "", file: null },
    validate: ({ date, file }) => {
      const delivery = readDelivery(date, nowMs);
      return { date: delivery.ok ? null : delivery.problem, file: qrProblem(file, upiId) };
    },
  });
  const count = placements.length;
  const words = countedOrders(count);
  const submission = useServerAction(useAcceptMany(bulk, nowMs, onAccepted), {
    failure: FAILURE,
    success: (isAll) => (isAll ? `${words} accepted.` : null),
    onDone: (isAll) => isAll && onClose(),
  });
  const left = count - bulk.doneCount;
  const total = formatRupees(totalOfLines(placements.flatMap(({ lines }) => lines)));

  return (
    <Dialog
      // What was begun goes on: each placement is answered wholly or not at all.
      onClose={() => !submission.isBusy && onClose()}
      title={`Accept ${words}`}
      description={`All pieces, one invoice each, ${total}`}
    >
      <Form onSubmit={() => form.submit(submission.run)} className="flex flex-col gap-4">
        <DeliveryDateInput
          value={form.values.date}
          onChange={(date) => form.change({ date })}
          error={form.errors.date ?? null}
          nowMs={nowMs}
        />
        <PaymentPicture
          file={form.values.file}
          onChange={(file) => form.change({ file })}
          error={form.errors.file}
          upiId={upiId}
        />
        <BulkRows placements={placements} bulk={bulk} doneWord="Accepted" />
        <SubmissionNotices submission={submission} />
        <DialogFooter>
          <Button onClick={submission.isBusy ? bulk.stop : onClose}>
            {submission.isBusy ? "Stop" : bulk.results.size > 0 ? "Close" : "Cancel"}
          </Button>
          <Button type="submit" variant="primary" busy={submission.isBusy}>
            Accept {left}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
