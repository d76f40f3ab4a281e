/** The dialogs that accept, reject or complete the chosen orders; each order is a transaction of its own, with its result. */
import { useMutation } from "convex/react";
import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { invariant } from "../../../../domain/invariant";
import { REASON_MAX } from "../../../../domain/limits";
import { formatRupees } from "../../../../domain/money";
import { useForm } from "../../../forms/useForm";
import { type ServerAction, useServerAction } from "../../../forms/useServerAction";
import { useUploadOnce } from "../../../files/useUploadOnce";
import { Button } from "../../../ui/Button";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { Dialog, DialogFooter } from "../../../ui/Dialog";
import { Field } from "../../../ui/Field";
import { Form } from "../../../ui/Form";
import { Money } from "../../../ui/Money";
import { SubmissionNotices } from "../../../forms/SubmissionNotices";
import { Textarea } from "../../../ui/Textarea";
import { DeliveryDateInput } from "./DeliveryDateInput";
import { readDelivery } from "./deliveryDate";
import { NOT_COMPLETED, NOT_REJECTED } from "../orderMessages";
import { contentOf, customerOf, type IncomingOrder, totalOf } from "../orderRow";
import { PaymentPicture, qrProblem, useUpiId } from "./PaymentPicture";
import { type Bulk, type BulkResult, useBulk } from "./useBulk";
import { t } from "../../../../domain/language/texts";

const NOT_ACCEPTED = t("Failed to accept the order and generate invoice. Please try again later.");

type OnAccepted = (order: IncomingOrder, invoiceId: Id<"invoices">) => void;

type ManyDialogProps = {
  orders: readonly IncomingOrder[];
  /** Called for each order once it is done. */
  onDone: (order: IncomingOrder) => void;
  onClose: () => void;
};

type Answer = { readonly date: string; readonly file: File | null };

/** Returns the call that accepts them; the picture is uploaded once for all. */
function useAcceptMany(bulk: Bulk, nowMs: number, onAccepted: OnAccepted) {
  const accept = useMutation(api.orders.accept);
  const upload = useUploadOnce("qr-code");
  return async ({ date, file }: Answer) => {
    const delivery = readDelivery(date, nowMs);
    invariant(delivery.ok, "The form was submitted with a wrong date.");
    const qr = file === null ? {} : { qrImageId: await upload(file) };
    return bulk.run(async (order) => {
      const answer = { orderId: order._id, deliveryBefore: delivery.day, ...qr };
      const { invoiceId } = await accept(answer);
      if (invoiceId !== null) onAccepted(order, invoiceId);
    });
  };
}

/** One delivery date and one payment code for all. */
export function AcceptManyDialog({
  onAccepted,
  ...props
}: ManyDialogProps & { onAccepted: OnAccepted }) {
  const { orders, onDone, onClose } = props;
  const [nowMs] = useState(() => Date.now());
  const upiId = useUpiId();
  const bulk = useBulk({ orders, failure: NOT_ACCEPTED, onDone });
  const form = useForm<Answer>({
    initial: { date: "", file: null },
    validate: ({ date, file }) => {
      const delivery = readDelivery(date, nowMs);
      return { date: delivery.ok ? null : delivery.problem, file: qrProblem(file, upiId) };
    },
  });
  const count = orders.length;
  const submission = useServerAction(useAcceptMany(bulk, nowMs, onAccepted), {
    failure: NOT_ACCEPTED,
    success: (isAll) =>
      isAll
        ? t("{count, plural, one {# order accepted.} other {# orders accepted.}}", { count })
        : null,
    onDone: (isAll) => isAll && onClose(),
  });
  const total = formatRupees(orders.reduce((sum, order) => sum + totalOf(order), 0));
  return (
    <ManyDialog
      orders={orders}
      bulk={bulk}
      submission={submission}
      onClose={onClose}
      title={t("{count, plural, one {Accept # order} other {Accept # orders}}", { count })}
      description={t("All pieces, one invoice each, {sum}", { sum: total })}
      doneWord={t("Accepted")}
      submit={{ label: (left) => t("Accept {count}", { count: left }), variant: "primary" }}
      onSubmit={() => form.submit(submission.run)}
    >
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
    </ManyDialog>
  );
}

/** One reason for all. */
export function RejectManyDialog({ orders, onDone, onClose }: ManyDialogProps) {
  const reject = useMutation(api.orders.reject);
  const bulk = useBulk({ orders, failure: NOT_REJECTED, onDone });
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => ({
      reason: reason.trim() === "" ? t("Please provide a reason for rejection.") : null,
    }),
  });
  const count = orders.length;
  const submission = useServerAction(
    ({ reason }: { reason: string }) =>
      bulk.run(({ _id }) => reject({ orderIds: [_id], reason: reason.trim() })),
    {
      failure: NOT_REJECTED,
      success: (isAll) =>
        isAll
          ? t("{count, plural, one {# order rejected.} other {# orders rejected.}}", { count })
          : null,
      onDone: (isAll) => isAll && onClose(),
    },
  );
  return (
    <ManyDialog
      orders={orders}
      bulk={bulk}
      submission={submission}
      onClose={onClose}
      title={t("{count, plural, one {Reject # order} other {Reject # orders}}", { count })}
      description={t("All lines of each, with one reason. The stock returns.")}
      doneWord={t("Rejected")}
      submit={{ label: (left) => t("Reject {count}", { count: left }), variant: "danger" }}
      onSubmit={() => form.submit(submission.run)}
    >
      <Field label={t("Reason for Rejection")} error={form.errors.reason}>
        <Textarea maxLength={REASON_MAX} readOnly={submission.isBusy} {...form.text("reason")} />
      </Field>
    </ManyDialog>
  );
}

export type CompleteManyDialogProps = ManyDialogProps & {
  /** Rejects if the server refuses. */
  complete: (order: IncomingOrder) => Promise<void>;
};

/** One confirmation, which names them. */
export function CompleteManyDialog({ orders, complete, onDone, onClose }: CompleteManyDialogProps) {
  const bulk = useBulk({ orders, failure: NOT_COMPLETED, onDone });
  const count = orders.length;
  const submission = useServerAction(() => bulk.run(complete), {
    failure: NOT_COMPLETED,
    success: (isAll) =>
      isAll
        ? t("{count, plural, one {# order completed.} other {# orders completed.}}", { count })
        : null,
    onDone: (isAll) => isAll && onClose(),
  });
  return (
    <ConfirmDialog
      onClose={() => !submission.isBusy && onClose()}
      title={t("{count, plural, one {Complete # order?} other {Complete # orders?}}", { count })}
      description={t("They were delivered. This cannot be taken back.")}
      confirmLabel={t("Complete {count}", { count: count - bulk.doneCount })}
      cancelLabel={bulk.results.size > 0 ? t("Close") : t("Cancel")}
      busy={submission.isBusy}
      error={submission.error}
      onConfirm={() => void submission.run()}
    >
      <BulkRows orders={orders} bulk={bulk} doneWord={t("Completed")} />
    </ConfirmDialog>
  );
}

type FormDialogProps = Pick<ManyDialogProps, "orders" | "onClose"> & {
  bulk: Bulk;
  submission: Pick<ServerAction, "isBusy" | "isWaiting" | "error">;
  title: string;
  description: string;
  doneWord: string;
  /** Its label has the number of orders that are not done. */
  submit: { label: (left: number) => string; variant: "primary" | "danger" };
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A form above the chosen orders with their results. */
function ManyDialog(props: FormDialogProps) {
  const { orders, bulk, submission, onClose, submit, children } = props;
  return (
    <Dialog
      // What was begun goes on: each order is answered wholly or not at all.
      onClose={() => !submission.isBusy && onClose()}
      title={props.title}
      description={props.description}
    >
      <Form onSubmit={props.onSubmit} className="flex flex-col gap-4">
        {children}
        <BulkRows orders={orders} bulk={bulk} doneWord={props.doneWord} />
        <SubmissionNotices submission={submission} />
        <DialogFooter>
          <Button onClick={submission.isBusy ? bulk.stop : onClose}>
            {submission.isBusy ? t("Stop") : bulk.results.size > 0 ? t("Close") : t("Cancel")}
          </Button>
          <Button type="submit" variant={submit.variant} busy={submission.isBusy}>
            {submit.label(orders.length - bulk.doneCount)}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

type BulkRowsProps = {
  orders: readonly IncomingOrder[];
  bulk: Bulk;
  /** The state of what is done: "Accepted". */
  doneWord: string;
};

/** The orders of an action on several, each with its result, and how many are done. */
function BulkRows({ orders, bulk, doneWord }: BulkRowsProps) {
  const { results } = bulk;
  const isBegun = results.size > 0;
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <ul
        aria-label={t("Selected orders")}
        tabIndex={0}
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-sm border border-line"
      >
        {orders.map((order) => (
          <BulkRow
            key={order._id}
            order={order}
            result={results.get(order._id)}
            doneWord={doneWord}
          />
        ))}
      </ul>
      <p role="status" className="text-sm text-muted tabular-nums empty:hidden">
        {isBegun && bulkText(orders.length, bulk)}
      </p>
    </div>
  );
}

function bulkText(all: number, { isBusy, doneCount: done, failedCount: failed }: Bulk): string {
  return isBusy || failed === 0
    ? t("{done} of {all} done", { done, all })
    : t("{done} of {all} done, {failed} failed", { done, all, failed });
}

type BulkRowProps = { order: IncomingOrder; result: BulkResult | undefined; doneWord: string };

function BulkRow({ order, result, doneWord }: BulkRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{customerOf(order)}</span>
        <span className="block truncate text-muted">{contentOf(order)}</span>
      </span>
      <Money paise={totalOf(order)} />
      {result !== undefined && <Result result={result} doneWord={doneWord} />}
    </li>
  );
}

function Result({ result, doneWord }: { result: BulkResult; doneWord: string }) {
  switch (result.at) {
    case "running":
      return <LoaderCircle role="img" aria-label={t("Sending")} className="size-4 animate-spin" />;
    case "done":
      return (
        <span className="inline-flex items-center gap-1 font-medium text-positive">
          <CircleCheck aria-hidden className="size-4" />
          {doneWord}
        </span>
      );
    case "failed":
      return (
        <span className="inline-flex basis-full items-start gap-1 text-negative">
          <CircleX aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {result.message}
        </span>
      );
  }
}
