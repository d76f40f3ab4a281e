/**
 * The dialogs of payments: a reason for a dispute, a reversal or an objection, and the one question before a confirmation or a withdrawal. They
 * belong to the page, so that a half-typed reason stays open when its payment leaves the list.
 */
import { useMutation } from "convex/react";
import { createContext, type ReactNode, useContext, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { formatDate } from "../../../domain/dates";
import { REASON_MAX } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import { type PaymentAction, paymentText } from "../../../domain/paymentLifecycle";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useServerAction } from "../../forms/useServerAction";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { TextPromptDialog } from "../../forms/TextPromptDialog";
import { type Payment, firstName, partnerOf } from "./khataTexts";
import { t } from "../../../domain/language/texts";

export const ACTION_LABELS = {
  confirm: t("Confirm"),
  dispute: t("Dispute"),
  withdraw: t("Withdraw"),
  reverse: t("Bounced or wrong"),
  object: t("Object"),
} as const satisfies Record<PaymentAction, string>;

type Prompt = { readonly payment: Payment; readonly action: PaymentAction };

export const CONFIRMING_OFFLINE = t("Confirming needs the connection.");

const PromptContext = createContext<(prompt: Prompt) => void>(() => undefined);

/** Returns the function that asks before an action on a payment. */
export function usePaymentPrompts(): (prompt: Prompt) => void {
  return useContext(PromptContext);
}

export function PaymentPrompts({ children }: { children: ReactNode }) {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  return (
    <PromptContext value={setPrompt}>
      {children}
      {prompt !== null && <PromptDialog {...prompt} onClose={() => setPrompt(null)} />}
    </PromptContext>
  );
}

function PromptDialog({ action, ...dialog }: Prompt & DialogProps) {
  switch (action) {
    case "confirm":
      return <ConfirmPaymentDialog {...dialog} />;
    case "withdraw":
      return <WithdrawDialog {...dialog} />;
    default:
      return <ReasonDialog {...dialog} action={action} />;
  }
}

const REASONS = {
  dispute: {
    title: t("Dispute this payment"),
    label: t("Reason, such as: no such money came"),
    submitLabel: t("Dispute payment"),
    failure: t("The payment could not be disputed. Please try again."),
  },
  reverse: {
    title: t("Bounced or recorded wrongly"),
    label: t("Reason. What it paid is open again"),
    submitLabel: t("Reverse payment"),
    failure: t("The payment could not be reversed. Please try again."),
  },
  object: {
    title: t("Object to this payment"),
    label: t("Your objection. It changes no balance"),
    submitLabel: t("Object"),
    failure: t("The objection could not be sent. Please try again."),
  },
} as const;

type DialogProps = { payment: Payment; onClose: () => void };

function ReasonDialog({
  payment,
  action,
  onClose,
}: DialogProps & { action: keyof typeof REASONS }) {
  const calls = {
    dispute: useMutation(api.payments.dispute),
    reverse: useMutation(api.payments.reverse),
    object: useMutation(api.payments.object),
  };
  return (
    <TextPromptDialog
      {...REASONS[action]}
      subjectId={payment._id}
      description={`${formatRupees(payment.amountPaise)}, ${paymentText(payment)}`}
      maxLength={REASON_MAX}
      emptyMessage={t("Please give a reason.")}
      dismissLabel={t("Cancel")}
      danger={action !== "object"}
      onSubmit={(reason) => calls[action]({ paymentId: payment._id, reason })}
      onClose={onClose}
    />
  );
}

/** The one question before money counts: which sum, how it was paid, and by whom. */
function ConfirmPaymentDialog({ payment, onClose }: DialogProps) {
  const confirm = useServerAction(useMutation(api.payments.confirm), {
    failure: t("The payment could not be confirmed. Please try again."),
    success: t("Payment confirmed."),
    onDone: onClose,
  });
  const { canSend } = useConnectionStatus();
  const { amountPaise, paidOn, _id: paymentId } = payment;
  const payer = partnerOf(payment, "distributor");
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Did {sum} come?", { sum: formatRupees(amountPaise) })}
      description={t("{payment}, paid {day} by {payer}. It counts at once.", {
        payment: paymentText(payment),
        day: formatDate(paidOn),
        payer,
      })}
      confirmLabel={t("Confirm payment")}
      busy={confirm.isBusy}
      error={confirm.error}
      onConfirm={() => canSend && void confirm.run({ paymentId })}
    >
      {!canSend && <p className="text-sm text-muted">{CONFIRMING_OFFLINE}</p>}
    </ConfirmDialog>
  );
}

function WithdrawDialog({ payment, onClose }: DialogProps) {
  const withdraw = useServerAction(useMutation(api.payments.withdraw), {
    failure: t("The payment could not be withdrawn. Please try again."),
    onDone: onClose,
  });
  const { amountPaise, distributorName, _id: paymentId } = payment;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Withdraw this payment?")}
      description={t(
        "{distributor} is no longer asked to confirm {sum}. It stays in the list as withdrawn.",
        { distributor: firstName(distributorName), sum: formatRupees(amountPaise) },
      )}
      confirmLabel={t("Withdraw payment")}
      cancelLabel={t("Keep it")}
      danger
      busy={withdraw.isBusy}
      error={withdraw.error}
      onConfirm={() => void withdraw.run({ paymentId })}
    />
  );
}
