/**
 * The dialogs of payments: a reason for a dispute, a reversal or an objection, and the question before a withdrawal. They belong to the
 * page, so that a half-typed reason stays open when its payment leaves the list.
 */
import { useMutation } from "convex/react";
import { createContext, type ReactNode, useContext, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { REASON_MAX } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import { type PaymentAction, paymentText } from "../../../domain/paymentLifecycle";
import { useServerAction } from "../../lib/useServerAction";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { TextPromptDialog } from "../../ui/TextPromptDialog";
import type { Payment } from "./khataRows";
import { firstName } from "./khataTexts";

export const ACTION_LABELS = {
  confirm: "Confirm",
  dispute: "Dispute",
  withdraw: "Withdraw",
  reverse: "Bounced or wrong",
  object: "Object",
} as const satisfies Record<PaymentAction, string>;

type PromptedAction = Exclude<PaymentAction, "confirm">;
type Prompt = { readonly payment: Payment; readonly action: PromptedAction };

const PromptContext = createContext<(prompt: Prompt) => void>(() => undefined);

/** Returns the function that asks before an action on a payment. */
export function usePaymentPrompts(): (prompt: Prompt) => void {
  return useContext(PromptContext);
}

export function PaymentPrompts({ children }: { children: ReactNode }) {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const close = () => setPrompt(null);
  return (
    <PromptContext value={setPrompt}>
      {children}
      {prompt?.action === "withdraw" && <WithdrawDialog payment={prompt.payment} onClose={close} />}
      {prompt !== null && prompt.action !== "withdraw" && (
        <ReasonDialog payment={prompt.payment} action={prompt.action} onClose={close} />
      )}
    </PromptContext>
  );
}

const REASONS = {
  dispute: {
    title: "Dispute this payment",
    label: "Reason, such as: no such money came",
    submitLabel: "Dispute payment",
    failure: "The payment could not be disputed. Please try again.",
  },
  reverse: {
    title: "Bounced or recorded wrongly",
    label: "Reason. What it paid is open again",
    submitLabel: "Reverse payment",
    failure: "The payment could not be reversed. Please try again.",
  },
  object: {
    title: "Object to this payment",
    label: "Your objection. It changes no balance",
    submitLabel: "Object",
    failure: "The objection could not be sent. Please try again.",
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
      emptyMessage="Please give a reason."
      dismissLabel="Cancel"
      danger={action !== "object"}
      onSubmit={(reason) => calls[action]({ paymentId: payment._id, reason })}
      onClose={onClose}
    />
  );
}

function WithdrawDialog({ payment, onClose }: DialogProps) {
  const withdraw = useServerAction(useMutation(api.payments.withdraw), {
    failure: "The payment could not be withdrawn. Please try again.",
    onDone: onClose,
  });
  const { amountPaise, distributorName, _id: paymentId } = payment;
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Withdraw this payment?"
      description={`${firstName(distributorName)} is no longer asked to confirm ${formatRupees(amountPaise)}. It stays in the list as withdrawn.`}
      confirmLabel="Withdraw payment"
      cancelLabel="Keep it"
      danger
      busy={withdraw.isBusy}
      error={withdraw.error}
      onConfirm={() => void withdraw.run({ paymentId })}
    />
  );
}
