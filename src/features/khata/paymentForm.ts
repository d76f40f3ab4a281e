/** The form of a payment: what is proposed, what is wrong with it, and what is sent. Pure. */
import { claimedSum, uncovered } from "../../../domain/claims";
import { ERRORS } from "../../../domain/errors";
import { figureProblem, typedFigure } from "../../../domain/fields/figures";
import { AMOUNT } from "../../../domain/fields/payment";
import { invariant } from "../../../domain/invariant";
import { NAMED_INVOICES_MAX, PAID_DAYS_MAX } from "../../../domain/limits";
import { plainRupees } from "../../../domain/money";
import { type DayBounds, dayProblem, pastDays } from "../../../domain/typedDay";
import { chequeBankOf, referenceOf } from "../../../domain/paymentLifecycle";
import type { PaymentMethod } from "../../../domain/paymentMethods";
import type { Due } from "./khataTexts";
import { t } from "../../../domain/language/texts";

/** An open invoice that can be named. */
export type NamedDue = Pick<Due, "openPaise" | "printedNumber"> & {
  readonly invoiceId: string;
  readonly dueOn?: string | undefined;
};

export type PaymentValues = {
  readonly amount: string;
  readonly method: PaymentMethod;
  readonly reference: string;
  /** The bank of a cheque. */
  readonly bank: string;
  readonly day: string;
  readonly invoiceIds: readonly string[];
  readonly file: File | null;
};

export function isNamedDue(due: Due): due is Due & NamedDue {
  return due.invoiceId !== undefined;
}

/** The sum that is owed, and the part of it that waiting claims would pay. */
export type Owed = {
  readonly dues: readonly NamedDue[];
  readonly balancePaise: number;
  readonly claims: readonly { readonly amountPaise: number; readonly invoiceIds: string[] }[];
};

/** Returns the open sum of the named invoices, else the whole balance, less what waits to be confirmed; "" where nothing is left. */
export function proposedAmount(
  { dues, balancePaise, claims }: Owed,
  invoiceIds: readonly string[],
): string {
  const named = uncovered(dues, claims).filter(({ invoiceId }) => invoiceIds.includes(invoiceId));
  const left = balancePaise - claimedSum(claims);
  const paise =
    named.length === 0 ? left : named.reduce((sum, { openPaise }) => sum + openPaise, 0);
  return paise > 0 ? plainRupees(paise) : "";
}

/** Names the invoice or takes its name back; a proposed amount follows, a typed one stays. */
export function withNamed(
  values: PaymentValues,
  invoiceId: string,
  isNamed: boolean,
  owed: Owed,
): Partial<PaymentValues> {
  const others = values.invoiceIds.filter((id) => id !== invoiceId);
  const invoiceIds = isNamed ? [...others, invoiceId] : others;
  const isTyped = values.amount !== proposedAmount(owed, values.invoiceIds);
  if (isTyped) return { invoiceIds };
  return { invoiceIds, amount: proposedAmount(owed, invoiceIds) };
}

/** Returns paise, or null for what is no amount above zero. */
export function amountOf(text: string): number | null {
  return typedFigure(AMOUNT, text);
}

export function paidBounds(today: string): DayBounds {
  return pastDays(today, PAID_DAYS_MAX);
}

/** The bank that is typed for a cheque stays while another method is chosen, and is sent with cheques alone. */
function bankOf(method: PaymentMethod, bank: string): string | undefined | null {
  return method === "cheque" ? chequeBankOf(method, bank) : undefined;
}

export function paymentProblems(values: PaymentValues, today: string) {
  const { amount, method, reference, bank, day, invoiceIds } = values;
  return {
    amount: figureProblem(AMOUNT, amount),
    reference: referenceOf(method, reference) === null ? t(ERRORS.BAD_REFERENCE.text) : null,
    bank:
      method === "cheque" && (bankOf(method, bank) ?? "") === ""
        ? t(ERRORS.BAD_CHEQUE_BANK.text)
        : null,
    day: dayProblem(day, paidBounds(today), t(ERRORS.BAD_PAYMENT_DAY.text)),
    invoiceIds:
      invoiceIds.length > NAMED_INVOICES_MAX
        ? t("Please choose at most {max} invoices.", { max: NAMED_INVOICES_MAX })
        : null,
  };
}

/** The payer's word that a payment is an advance as far as it goes beyond the balance. */
export const ADVANCE_MEANT = { isAdvanceMeant: true } as const;

/** Returns the payment as it is sent, of valid values. */
export function paymentOf({ amount, method, reference, bank, day, invoiceIds }: PaymentValues) {
  const amountPaise = amountOf(amount);
  const shortReference = referenceOf(method, reference);
  const chequeBank = bankOf(method, bank);
  invariant(
    amountPaise !== null && shortReference !== null && chequeBank !== null,
    "The form was submitted invalid.",
  );
  return {
    amountPaise,
    method,
    paidOn: day,
    invoiceIds: [...invoiceIds],
    ...(shortReference !== undefined && { reference: shortReference }),
    ...(chequeBank !== undefined && { bank: chequeBank }),
  };
}
