/** 'Accept Order': a delivery date and a payment QR code; one transaction accepts, dates and invoices. */
import { useMutation, useQuery } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatRupees } from "../../../domain/money";
import { useDraft } from "../../lib/useDraft";
import { useServerAction } from "../../lib/useServerAction";
import { pictureProblem, useUpload } from "../../lib/upload";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FileInput } from "../../ui/FileInput";
import { Form } from "../../ui/Form";
import { DeliveryDateInput } from "./DeliveryDateInput";
import { readDelivery } from "./deliveryDate";
import type { OrderDialogProps } from "./orderDialogs";
import type { Order } from "./orderRow";
import { SubmissionNotices } from "./SubmissionNotices";
import { useMovedOn } from "./useMovedOn";

const NO_QR = "Please upload a QR code image for payment.";

/** What is wrong with the chosen picture; with a saved UPI ID none is needed. */
function qrProblem(file: File | null, upiId: string | undefined): string | null {
  if (file !== null) return pictureProblem(file);
  return upiId === undefined ? NO_QR : null;
}

/** Uploads the picture once, however often the acceptance has to be tried, and accepts. */
function useAccept(order: Order) {
  const accept = useMutation(api.orders.accept);
  const upload = useUpload();
  const uploaded = useRef<{ file: File; imageId: Id<"_storage"> } | null>(null);
  return async ({ deliveryBefore, file }: { deliveryBefore: string; file: File | null }) => {
    if (file !== null && uploaded.current?.file !== file) {
      const { imageId } = await upload(file, "qr-code");
      // The upload door answers with the id that the server gave it.
      uploaded.current = { file, imageId: imageId };
    }
    const qr = file === null ? {} : { qrImageId: uploaded.current?.imageId };
    await accept({ orderId: order._id, deliveryBefore, ...qr });
  };
}

export function AcceptDialog({ order, onClose }: OrderDialogProps) {
  const [nowMs] = useState(() => Date.now());
  const [date, setDate, clearDate] = useDraft(`accept-date:${order._id}`);
  const [file, setFile] = useState<File | null>(null);
  const [isAsked, setAsked] = useState(false);
  const upiId = useQuery(api.users.me, {})?.upiId;
  const submission = useServerAction(useAccept(order), {
    failure: "Failed to accept the order and generate invoice. Please try again later.",
    onSuccess: () => {
      clearDate();
      onClose();
    },
  });
  const movedTo = useMovedOn(order);
  const delivery = readDelivery(date, nowMs);
  const qrError = qrProblem(file, upiId);

  const submit = () => {
    setAsked(true);
    if (!delivery.ok || qrError !== null) return;
    void submission.run({ deliveryBefore: delivery.day, file });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Accept Order"
      description={`${order.quantity} × ${order.productName} for ${order.userName}, ${formatRupees(order.totalPaise)}`}
      size="sm"
    >
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <DeliveryDateInput
          value={date}
          onChange={setDate}
          error={isAsked && !delivery.ok ? delivery.problem : null}
          nowMs={nowMs}
        />
        <Field label="QR code" error={isAsked ? qrError : null} hint={<QrHint upiId={upiId} />}>
          <FileInput
            file={file}
            onChange={setFile}
            previewAlt="The QR code you chose"
            prompt="Choose the payment QR code"
          />
        </Field>
        <SubmissionNotices submission={submission} movedTo={movedTo} />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={submission.isBusy}
            disabled={movedTo !== null}
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
