/** "Issue credit note": the pieces of each line that are credited, why, and whether they go back to stock. One key for one dialog. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import {
  CREDIT_REASONS,
  CREDIT_REASON_TEXTS,
  type CreditReason,
} from "../../../domain/creditNotes";
import { formatDate } from "../../../domain/dates";
import { invariant } from "../../../domain/invariant";
import { formatRupees } from "../../../domain/money";
import { newKey } from "../../outbox/entry";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useForm, type FormState } from "../../forms/useForm";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useServerAction } from "../../forms/useServerAction";
import { useToday } from "../../lib/useNow";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { LiveValue } from "../../ui/LiveValue";
import { Notice } from "../../ui/Notice";
import { Select } from "../../ui/Select";
import { Skeleton } from "../../ui/Skeleton";
import { SubmissionNotices } from "../../forms/SubmissionNotices";
import { Textarea } from "../../ui/Textarea";
import type { Invoice } from "./invoiceChoice";
import type { CreditState } from "./creditNote";
import {
  allPieces,
  EMPTY_NOTE,
  noteLines,
  noteProblems,
  restocksOf,
  totalOf,
  type NoteLine,
  type NoteValues,
} from "./issueForm";
import { IssueLines } from "./IssueLines";
import { t } from "../../../domain/language/texts";

const REASONS = CREDIT_REASONS.map((value) => ({ value, label: t(CREDIT_REASON_TEXTS[value]) }));
const ISSUING_OFFLINE = t("Issuing a credit note needs the connection.");

export type IssueDialogProps = { invoice: Invoice; onClose: () => void };

export function IssueDialog({ invoice, onClose }: IssueDialogProps) {
  const { _id: invoiceId, printedNumber, retailer } = invoice;
  const answer = useLiveQuery(api.creditNotes.state, { invoiceId });
  return (
    <Dialog
      onClose={onClose}
      title={t("Issue credit note")}
      description={`Invoice ${printedNumber} to ${retailer.shopName || retailer.name}`}
      size="lg"
    >
      <LiveValue
        answer={answer}
        skeleton={<Skeleton className="h-40 w-full" />}
        errorMessage={t("Failed to load what is left to credit.")}
      >
        {(state) =>
          state !== null && <IssueForm invoice={invoice} state={state} onClose={onClose} />
        }
      </LiveValue>
    </Dialog>
  );
}

type IssueFormProps = IssueDialogProps & { state: CreditState };

function useIssue({ invoice, onClose }: IssueDialogProps) {
  const issue = useMutation(api.creditNotes.issue);
  const [noteKey] = useState(newKey);
  const send = async ({ values, lines }: { values: NoteValues; lines: readonly NoteLine[] }) => {
    const { reason, text } = values;
    invariant(reason !== "", "The form was submitted without a reason.");
    const credited = lines.filter(({ quantity }) => quantity > 0);
    await issue({
      invoiceId: invoice._id,
      lines: credited.map(({ line, quantity }) => ({ lineId: line.lineId, quantity })),
      reason,
      text,
      restocks: restocksOf(values),
      noteKey,
    });
  };
  return useServerAction(send, {
    failure: t("The credit note could not be issued. Please try again."),
    success: t("Credit note issued."),
    onDone: onClose,
  });
}

function IssueForm({ invoice, state, onClose }: IssueFormProps) {
  const submission = useIssue({ invoice, onClose });
  const form = useForm<NoteValues>({
    initial: EMPTY_NOTE,
    validate: (values) => noteProblems(values, noteLines(invoice, state, values)),
  });
  const { values, errors } = form;
  const lines = noteLines(invoice, state, values);
  if (lines.every(({ left }) => left === 0))
    return <p>{t("Nothing of this invoice is left to credit.")}</p>;
  return (
    <Form
      onSubmit={() => form.submit((valid) => submission.run({ values: valid, lines }))}
      className="flex flex-col gap-4"
    >
      <Notices state={state} />
      <IssueLines
        lines={lines}
        disabled={submission.isBusy}
        onChange={(orderId, quantity) =>
          form.change({ pieces: { ...values.pieces, [orderId]: quantity } })
        }
        onAll={() => form.change({ pieces: allPieces(state) })}
      />
      {errors.pieces !== undefined && errors.pieces !== null && (
        <ErrorNotice message={errors.pieces} />
      )}
      <Why form={form} />
      <SubmissionNotices submission={submission} />
      <Buttons
        totalPaise={totalOf(lines, invoice.tax?.roundOffPaise)}
        isBusy={submission.isBusy}
        onClose={onClose}
      />
    </Form>
  );
}

function Notices({ state: { deadline } }: { state: CreditState }) {
  const today = useToday();
  return (
    <>
      {deadline !== undefined && today > deadline && (
        <Notice
          kind="warning"
          message={`A credit note lowered the tax of this invoice until ${formatDate(deadline)} (CGST Act, section 34(2)).`}
        />
      )}
    </>
  );
}

function Why({ form }: { form: FormState<NoteValues> }) {
  const { values, errors } = form;
  return (
    <>
      <Field label={t("Reason")} error={errors.reason}>
        <Select<CreditReason>
          value={values.reason}
          onChange={(reason) => form.change({ reason })}
          options={REASONS}
          placeholder={t("Choose a reason")}
        />
      </Field>
      <Field label={t("In words")} error={errors.text} hint={t("It stands on the credit note.")}>
        <Textarea rows={2} {...form.text("text")} />
      </Field>
      <label className="flex min-h-9 items-center gap-2.5 font-medium touch:min-h-11">
        <input
          type="checkbox"
          checked={restocksOf(values)}
          onChange={({ target }) => form.change({ restocks: target.checked })}
          className="size-4 shrink-0 accent-accent"
        />
        {t("The goods go back to stock")}
      </label>
    </>
  );
}

type ButtonsProps = { totalPaise: number; isBusy: boolean; onClose: () => void };

function Buttons({ totalPaise, isBusy, onClose }: ButtonsProps) {
  const { canSend } = useConnectionStatus();
  return (
    <div className="sticky -bottom-4 z-10 -mx-5 -mb-4 flex flex-col gap-3 border-t border-line bg-raised px-5 py-3 sm:flex-row sm:items-center">
      <div role="status" className="min-w-0 flex-1">
        <p className="font-semibold tabular-nums">{formatRupees(totalPaise)} credited</p>
        {!canSend && <p className="text-sm text-muted">{ISSUING_OFFLINE}</p>}
      </div>
      <DialogFooter className="shrink-0 max-sm:flex-row max-sm:*:flex-1">
        <DismissButton busy={isBusy} onClick={onClose} />
        <Button type="submit" variant="primary" busy={isBusy} disabled={!canSend}>
          {t("Issue")}
        </Button>
      </DialogFooter>
    </div>
  );
}
