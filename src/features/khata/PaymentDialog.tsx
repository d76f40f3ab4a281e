/** "I have paid" of a retailer, and "Record payment" of a distributor: one form. */
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { claimedSum } from "../../../domain/claims";
import { AMOUNT } from "../../../domain/fields/payment";
import { CHEQUE_BANK_MAX } from "../../../domain/limits";
import { formatRupees, plainRupees } from "../../../domain/money";
import { advanceIn, METHOD_TEXTS, REFERENCE_HINTS } from "../../../domain/paymentLifecycle";
import { PAYMENT_METHODS } from "../../../domain/paymentMethods";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useLiveQuery } from "../../live/useLiveQuery";
import { FigureInput } from "../../forms/FigureInput";
import { useForm, type FormState } from "../../forms/useForm";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { DayField } from "../../ui/DayField";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { FileInput } from "../../ui/FileInput";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Notice } from "../../ui/Notice";
import { Chips } from "./Chips";
import { type Correction, useTradeRole } from "./pageContext";
import { DueChoices } from "./DueChoices";
import { type Due, type Khata, balanceText, khataName, RECORDING_OFFLINE } from "./khataTexts";
import {
  ADVANCE_MEANT,
  amountOf,
  isNamedDue,
  paidBounds,
  paymentProblems,
  proposedAmount,
  withNamed,
  type NamedDue,
  type Owed,
  type PaymentValues,
} from "./paymentForm";
import { useSendPayment } from "./useSendPayment";
import { t } from "../../../domain/language/texts";

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: t(METHOD_TEXTS[value]) }));

const PROOF_OFFLINE = t("A picture needs the connection. Without one, the payment is sent later.");

export type PaymentDialogProps = {
  khata: Khata;
  /** Undefined until they are known. */
  openDues: readonly Due[] | undefined;
  /** The invoice of the address, which is named from the start. */
  payId: string | null;
  /** The claim that is sent again with changes. */
  correction: Correction | null;
  today: string;
  onClose: () => void;
};

type PaymentFormProps = Omit<PaymentDialogProps, "openDues" | "payId"> & {
  dues: readonly NamedDue[];
  named: string | undefined;
};

/** The question before an advance: the amount for which it was asked, and how much of it is one. */
type Advance = { readonly amount: string; readonly paise: number };

function initialValues(owed: Owed, { named, correction, today }: PaymentFormProps): PaymentValues {
  if (correction !== null) {
    const { amountPaise, method, reference = "", bank = "", invoiceIds } = correction;
    const { paidOn: day } = correction;
    const amount = plainRupees(amountPaise);
    return { amount, method, reference, bank, day, invoiceIds, file: null };
  }
  const invoiceIds = named === undefined ? [] : [named];
  const amount = proposedAmount(owed, invoiceIds);
  return { amount, method: "upi", reference: "", bank: "", day: today, invoiceIds, file: null };
}

/** The invoices that can be named: the oldest dues, with the one of the address, which may be none of them. */
function useNamedDues(dues: readonly Due[] | undefined, payId: string | null) {
  const listed: readonly NamedDue[] = (dues ?? []).filter(isNamedDue);
  const isListed = listed.some(({ invoiceId }) => invoiceId === payId);
  const { value: money, error } = useLiveQuery(
    api.payments.ofInvoice,
    payId === null || isListed || dues === undefined ? "skip" : { invoiceId: payId },
  );
  const isReady =
    dues !== undefined && (payId === null || isListed || money !== undefined || error !== null);
  if (payId === null || isListed || money === undefined || money === null || money.openPaise === 0)
    return { isReady, named: isListed ? (payId ?? undefined) : undefined, dues: listed };
  const { openPaise, dueOn } = money;
  return { isReady, named: payId, dues: [{ invoiceId: payId, openPaise, dueOn }, ...listed] };
}

export function PaymentDialog({ openDues, payId, ...props }: PaymentDialogProps) {
  const { isReady, named, dues } = useNamedDues(openDues, payId);
  return isReady && <PaymentForm {...props} dues={dues} named={named} />;
}

function PaymentForm(props: PaymentFormProps) {
  const { khata, dues, correction, today, onClose } = props;
  const isRetailer = useTradeRole() === "retailer";
  const { balancePaise } = khata;
  // What the distributor records may be what a claim says: its own proposal is the whole sum.
  const claims = isRetailer ? khata.claims : [];
  const owed = { dues, balancePaise, claims };
  const [initial] = useState(() => initialValues(owed, props));
  const form = useForm<PaymentValues>({
    initial,
    validate: (values) => paymentProblems(values, today),
  });
  const { values } = form;
  const [advance, setAdvance] = useState<Advance | null>(null);
  const { send, isBusy, problem } = useSendPayment(khata, {
    correction,
    onSent: onClose,
    onAdvance: (paise) => setAdvance({ amount: values.amount, paise }),
  });
  const question = advance?.amount === values.amount ? advance : null;
  const submit = (valid: PaymentValues) => {
    const paise = advanceIn(amountOf(valid.amount) ?? 0, balancePaise);
    if (paise > 0 && question === null) setAdvance({ amount: valid.amount, paise });
    else send(valid, question === null ? {} : ADVANCE_MEANT);
  };
  const { sum, words } = balanceText(balancePaise, isRetailer ? "retailer" : "distributor");
  return (
    <Dialog
      onClose={onClose}
      title={isRetailer ? t("I have paid") : t("Record payment")}
      description={`${khataName(khata)}: ${sum} ${words}`}
    >
      <Form onSubmit={() => form.submit(submit)} className="flex flex-col gap-4">
        {claims.length > 0 && (
          <Notice
            kind="info"
            message={t("{sum} that you told of already waits to be confirmed.", {
              sum: formatRupees(claimedSum(claims)),
            })}
          />
        )}
        <PaymentFields form={form} today={today} />
        <DueChoices
          dues={dues}
          chosen={values.invoiceIds}
          today={today}
          error={form.errors.invoiceIds}
          onChoose={(invoiceId, isChosen) =>
            form.change(withNamed(values, invoiceId, isChosen, owed))
          }
        />
        {isRetailer && <ProofField form={form} />}
        {problem !== null && <ErrorNotice message={problem} />}
        {question !== null && (
          <Notice
            kind="warning"
            message={t("{sum} is an advance. Go on?", { sum: formatRupees(question.paise) })}
          />
        )}
        <Buttons form={form} isBusy={isBusy} isAsking={question !== null} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

type FormProps = { form: FormState<PaymentValues> };

function PaymentFields({ form, today }: FormProps & { today: string }) {
  const { method, day } = form.values;
  const hint = REFERENCE_HINTS[method];
  return (
    <>
      <FigureInput field={AMOUNT} error={form.errors.amount} {...form.text("amount")} />
      <Chips
        label={t("Paid by")}
        value={method}
        options={METHODS}
        // Cash has no reference.
        onChange={(next) =>
          form.change({ method: next, ...(next === "cash" && { reference: "" }) })
        }
      />
      {hint !== null && (
        <Field label={t("Reference")} error={form.errors.reference} hint={t(hint)}>
          <Input autoComplete="off" className="tabular-nums" {...form.text("reference")} />
        </Field>
      )}
      {method === "cheque" && (
        <Field
          label={t("Bank")}
          error={form.errors.bank}
          hint={t("As printed on the cheque, with its branch")}
        >
          <Input autoComplete="off" maxLength={CHEQUE_BANK_MAX} {...form.text("bank")} />
        </Field>
      )}
      <DayField
        label={t("Paid on")}
        value={day}
        onChange={(next) => form.change({ day: next })}
        bounds={paidBounds(today)}
        error={form.errors.day}
      />
    </>
  );
}

function ProofField({ form }: FormProps) {
  const { file } = form.values;
  const { canSend } = useConnectionStatus();
  return (
    <Field
      label={t("Proof")}
      hint={canSend ? t("A screenshot or a receipt, if you like.") : PROOF_OFFLINE}
    >
      <FileInput
        file={file}
        onChange={(next) => form.change({ file: next })}
        previewAlt={t("Proof of the payment")}
        isOptional
      />
    </Field>
  );
}

type ButtonsProps = FormProps & { isBusy: boolean; isAsking: boolean; onClose: () => void };

function Buttons({ form, isBusy, isAsking, onClose }: ButtonsProps) {
  const isRetailer = useTradeRole() === "retailer";
  const { canSend } = useConnectionStatus();
  const isHeld = !canSend && (!isRetailer || form.values.file !== null);
  const label = isRetailer ? t("Send") : t("Record payment");
  return (
    <div className="sticky -bottom-4 z-10 -mx-5 -mb-4 flex flex-col gap-2 border-t border-line bg-raised px-5 py-3">
      {isHeld && (
        <p className="text-sm text-muted">{isRetailer ? PROOF_OFFLINE : RECORDING_OFFLINE}</p>
      )}
      <DialogFooter className="max-sm:flex-row max-sm:*:flex-1">
        <DismissButton busy={isBusy} onClick={onClose} />
        <Button type="submit" variant="primary" busy={isBusy} disabled={isHeld}>
          {isAsking ? t("Go on") : label}
        </Button>
      </DialogFooter>
    </div>
  );
}
