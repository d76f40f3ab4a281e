/** 'Accept Order': a delivery date and a payment code. One transaction accepts, dates and invoices the order. */
import { useMutation, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { formatRupees } from "../../../domain/money";
import { useForm } from "../../lib/useForm";
import { useUploadOnce } from "../../lib/useUploadOnce";
import { useServerAction } from "../../lib/useServerAction";
import { pictureProblem } from "../../lib/upload";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FileInput } from "../../ui/FileInput";
import { Form } from "../../ui/Form";
import { DeliveryDateInput } from "./DeliveryDateInput";
import { readDelivery } from "./deliveryDate";
import { type IncomingOrder, totalOf } from "./orderRow";
import { SubmissionNotices } from "./SubmissionNotices";
import { useStatusChanged } from "./useStatusChanged";

const NO_QR = "Please upload a QR code image for payment.";

/** Returns the error text of the chosen picture, or null. With a saved UPI ID none is needed. */
function qrProblem(file: File | null, upiId: string | undefined): string | null {
  if (file !== null) return pictureProblem(file);
  return upiId === undefined ? NO_QR : null;
}

type Acceptance = { readonly date: string; readonly file: File | null };

/** Accepts the order; a picture is uploaded once, however often the acceptance is tried. */
function useAccept(order: IncomingOrder, nowMs: number) {
  const accept = useMutation(api.orders.accept);
  const upload = useUploadOnce("qr-code");
  return async ({ date, file }: Acceptance) => {
    const delivery = readDelivery(date, nowMs);
    if (!delivery.ok) throw new Error("The form is valid.");
    const qr = file === null ? {} : { qrImageId: await upload(file) };
    await accept({ lines: [{ orderId: order._id }], deliveryBefore: delivery.day, ...qr });
  };
}

export type AcceptDialogProps = { order: IncomingOrder; onClose: () => void };

export function AcceptDialog({ order, onClose }: AcceptDialogProps) {
  const [nowMs] = useState(() => Date.now());
  const upiId = useQuery(api.users.me, {})?.upiId;
  const form = useForm<Acceptance>({
    initial: { date: "", file: null },
    drafts: { date: `accept-date:${order._id}` },
    validate: ({ date, file }) => {
      const delivery = readDelivery(date, nowMs);
      return { date: delivery.ok ? null : delivery.problem, file: qrProblem(file, upiId) };
    },
  });
  const submission = useServerAction(useAccept(order, nowMs), {
    failure: "Failed to accept the order and generate invoice. Please try again later.",
    onSuccess: () => {
      form.reset({ date: "" });
      onClose();
    },
  });
  const newStatus = useStatusChanged(order);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Accept Order"
      description={`${order.quantity} × ${order.productName} for ${order.userName}, ${formatRupees(totalOf(order))}`}
      size="sm"
    >
      <Form onSubmit={() => form.submit(submission.run)} className="flex flex-col gap-4">
        <DeliveryDateInput
          value={form.values.date}
          onChange={(date) => form.change({ date })}
          error={form.errors.date ?? null}
          nowMs={nowMs}
        />
        <Field label="QR code" error={form.errors.file} hint={<QrHint upiId={upiId} />}>
          <FileInput
            file={form.values.file}
            onChange={(file) => form.change({ file })}
            previewAlt="The QR code you chose"
            prompt="Choose the payment QR code"
          />
        </Field>
        <SubmissionNotices submission={submission} newStatus={newStatus} />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={submission.isBusy}
            disabled={newStatus !== null}
          >
            Submit
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

function QrHint({ upiId }: { upiId: string | undefined }) {
  if (upiId === undefined) return "The retailer scans it to pay.";
  return `Not needed: the code is made from your UPI ID ${upiId}, with amount and invoice number. A picture chosen here is used instead.`;
}
