/**
 * 'Accept Order': a delivery date, a payment code, and the pieces to send. One transaction accepts, dates and invoices the order; with
 * fewer pieces the retailer may be asked first.
 */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { formatDate } from "../../../../domain/dates";
import { invariant } from "../../../../domain/invariant";
import { formatRupees } from "../../../../domain/money";
import { NOT_AVAILABLE } from "../../../../domain/orderAnswer";
import { creditUseOf } from "../../../../domain/creditTerms";
import { useConnectionStatus } from "../../../live/useConnectionStatus";
import { useForm } from "../../../forms/useForm";
import { useServerAction } from "../../../forms/useServerAction";
import { useUploadOnce } from "../../../files/useUploadOnce";
import { Button } from "../../../ui/Button";
import { DismissButton } from "../../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../../ui/Dialog";
import { Form } from "../../../ui/Form";
import { lazyPart } from "../../../ui/lazyPart";
import { SubmissionNotices } from "../../../forms/SubmissionNotices";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { ENDED_TEXTS } from "../orderMessages";
import { contentOf, type IncomingOrder, type Line, totalOf } from "../orderRow";
import { AnswerLines } from "./AnswerLines";
import {
  answeredLines,
  answerWords,
  previewOf,
  type SentPieces,
  submitLabel,
} from "./answerPreview";
import { DeliveryDateInput } from "./DeliveryDateInput";
import { readDelivery } from "./deliveryDate";
import { PaymentPicture, qrProblem, useUpiId } from "./PaymentPicture";
import { type MissingTaxForm, useMissingTax } from "./useMissingTax";
import { useOrderNow } from "./useOrderNow";
import { t } from "../../../../domain/language/texts";

const ACCEPTING_OFFLINE = t("Answering an order needs the connection.");

/** Asked for by few refusals. */
const MissingTaxFields = lazyPart(
  async () => (await import("./MissingTaxFields")).MissingTaxFields,
  { message: t("The fields for what is missing could not be loaded.") },
);

function TaxQuestions({ form }: { form: MissingTaxForm }) {
  if (form.missing === null) return null;
  return <MissingTaxFields form={form} missing={form.missing} />;
}

/** The fields of an order that the dialog shows: a row of the list has them, and so has the order itself. */
type AcceptedOrder = Pick<IncomingOrder, "_id" | "status" | "userName" | "shortageRule"> & {
  readonly lines: readonly Line[];
};

type Answer = { readonly date: string; readonly file: File | null; readonly sent: SentPieces };

/** Sends the answer, and returns the invoice if there is one; a picture is uploaded once, however often the answer is tried. */
function useAnswer(order: AcceptedOrder, nowMs: number, taxForm: MissingTaxForm) {
  const accept = useMutation(api.orders.accept);
  const reject = useMutation(api.orders.reject);
  const upload = useUploadOnce("qr-code");
  return async ({ date, file, sent }: Answer) => {
    const { _id: orderId } = order;
    if (previewOf(order, sent).kind === "rejected") {
      await reject({ orderIds: [orderId], reason: NOT_AVAILABLE });
      return null;
    }
    const delivery = readDelivery(date, nowMs);
    invariant(delivery.ok, "The form was submitted with a wrong date.");
    const qr = file === null ? {} : { qrImageId: await upload(file) };
    const destination = await taxForm.save();
    const lines = answeredLines(order, sent);
    const answer = {
      orderId,
      ...(lines.length > 0 && { lines }),
      deliveryBefore: delivery.day,
      ...qr,
      ...(destination !== undefined && { delivery: destination }),
    };
    try {
      return (await accept(answer)).invoiceId;
    } catch (error) {
      await taxForm.note(error);
      throw error;
    }
  };
}

export type AcceptDialogProps = {
  /** The order when the dialog was opened. */
  opened: AcceptedOrder;
  /** Called once an invoice is issued. */
  onAccepted?: ((invoiceId: Id<"invoices">) => void) | undefined;
  onClose: () => void;
};

type AnswerFormOptions = { order: AcceptedOrder; nowMs: number };

function useAnswerForm(
  { opened, onAccepted, onClose }: AcceptDialogProps,
  { order, nowMs }: AnswerFormOptions,
) {
  const upiId = useUpiId();
  const form = useForm<Answer>({
    initial: { date: "", file: null, sent: {} },
    drafts: { date: `accept-date:${opened._id}` },
    validate: ({ date, file, sent }) => {
      if (previewOf(order, sent).kind === "rejected") return {};
      const delivery = readDelivery(date, nowMs);
      return { date: delivery.ok ? null : delivery.problem, file: qrProblem(file, upiId) };
    },
  });
  const taxForm = useMissingTax(nowMs);
  const submission = useServerAction(useAnswer(order, nowMs, taxForm), {
    failure: t("Failed to accept the order and generate invoice. Please try again later."),
    // The dialog announced an invoice; more GST than was agreed on has to be agreed on first.
    success: (invoiceId, { sent }) =>
      invoiceId === null && previewOf(order, sent).kind === "accepted"
        ? t("Offered: {retailer} is asked to agree to the GST.", { retailer: opened.userName })
        : null,
    onSuccess: (invoiceId) => {
      if (invoiceId !== null) onAccepted?.(invoiceId);
      form.reset({ date: "" });
    },
    onDone: onClose,
  });
  return { form, taxForm, submission, upiId };
}

export function AcceptDialog(props: AcceptDialogProps) {
  const { opened, onClose } = props;
  const [nowMs] = useState(() => Date.now());
  const { canSend } = useConnectionStatus();
  const { lines, newStatus } = useOrderNow(opened);
  const order = { ...opened, lines };
  const { form, taxForm, submission, upiId } = useAnswerForm(props, { order, nowMs });
  const { date, file, sent } = form.values;
  const preview = previewOf(order, sent);

  return (
    <Dialog
      onClose={onClose}
      title={t("Accept Order")}
      description={t("{content} for {retailer}, {sum}", {
        content: contentOf(opened),
        retailer: opened.userName,
        sum: formatRupees(totalOf(opened)),
      })}
      size={opened.lines.length === 1 ? "sm" : "lg"}
    >
      <Form
        onSubmit={() => form.submit((answer) => taxForm.check() && submission.run(answer))}
        className="flex flex-col gap-4"
      >
        <DeliveryDateInput
          value={date}
          onChange={(date) => form.change({ date })}
          error={form.errors.date ?? null}
          nowMs={nowMs}
        />
        <CreditUsed orderId={opened._id} />
        <AnswerLines
          // Sent, they may be answered before the dialog closes.
          lines={submission.isBusy ? opened.lines : lines}
          retailerName={opened.userName}
          sent={sent}
          disabled={submission.isBusy}
          onChange={(at, quantity) => form.change({ sent: { ...sent, [at]: quantity } })}
        />
        <PaymentPicture
          file={file}
          onChange={(file) => form.change({ file })}
          error={form.errors.file}
          upiId={upiId}
        />
        <TaxQuestions form={taxForm} />
        <SubmissionNotices submission={submission} ended={newStatus && ENDED_TEXTS[newStatus]} />
        <div className="sticky -bottom-4 z-10 -mx-5 -mb-4 flex flex-col gap-3 border-t border-line bg-raised px-5 py-3 sm:flex-row sm:items-center">
          <Outcome
            words={answerWords(preview, opened.userName)}
            day={dayText(date, nowMs)}
            totalPaise={preview.totalPaise}
            isHeld={!canSend}
          />
          <DialogFooter className="shrink-0 max-sm:flex-row max-sm:*:flex-1">
            <DismissButton busy={submission.isBusy} onClick={onClose} />
            <Button
              type="submit"
              variant="primary"
              busy={submission.isBusy}
              disabled={newStatus !== null || !canSend}
            >
              {submitLabel(preview, opened.lines.length)}
            </Button>
          </DialogFooter>
        </div>
      </Form>
    </Dialog>
  );
}

function dayText(date: string, nowMs: number): string | null {
  const delivery = readDelivery(date, nowMs);
  return delivery.ok ? formatDate(delivery.day) : null;
}

type OutcomeProps = {
  words: string | null;
  day: string | null;
  totalPaise: number;
  isHeld: boolean;
};

/** The effect of the button below it. */
function Outcome({ words, day, totalPaise, isHeld }: OutcomeProps) {
  const total = formatRupees(totalPaise);
  return (
    <div role="status" className="min-w-0 flex-1">
      <p className="font-semibold tabular-nums">{day === null ? total : `${day} · ${total}`}</p>
      {words !== null && <p className="text-sm text-muted">{words}</p>}
      {isHeld && <p className="text-sm text-muted">{ACCEPTING_OFFLINE}</p>}
    </div>
  );
}

/** One line on the retailer's credit, where it has a limit: what is open and ordered of it, with this order. */
function CreditUsed({ orderId }: { orderId: string }) {
  const retailerId = useLiveQuery(api.orders.one, { orderId }, { isKeptOffline: true }).value
    ?.retailerId;
  const { value: khata } = useLiveQuery(
    api.khata.account,
    retailerId === undefined ? "skip" : { partnerId: retailerId },
    { isKeptOffline: true },
  );
  const use = khata === undefined ? null : creditUseOf(khata, khata);
  if (use === null) return null;
  return (
    <p className="-mt-2 text-sm text-muted tabular-nums">
      {t("Credit used, with this order: {used} / {limit}", {
        used: formatRupees(use.usedPaise),
        limit: formatRupees(use.limitPaise),
      })}
    </p>
  );
}
