/** The words of a ledger entry on statements and in files. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { METHOD_TEXTS, referenceText } from "../../domain/paymentLifecycle";
import { t } from "../../domain/language/texts";

export type Entry = FunctionReturnType<typeof api.khata.entries>["page"][number];

const KIND_TEXTS = {
  opening: t("Opening balance"),
  invoice: t("Invoice"),
  payment: t("Payment"),
  reversal: t("Payment reversed"),
  cancellation: t("Goods not sent"),
  creditNote: t("Credit note"),
} as const satisfies Record<Entry["kind"], string>;

/** Returns, for example, "Invoice", or "Payment, UPI". */
export function entryText({ kind, method }: Entry): string {
  const isPayment = kind === "payment" && method !== undefined;
  return isPayment ? `${KIND_TEXTS[kind]}, ${t(METHOD_TEXTS[method])}` : KIND_TEXTS[kind];
}

/** Returns the printed number of the invoice or credit note, or the reference of the payment with a cheque's bank; "" where there is neither. */
export function entryReference({ printedNumber, reference, bank }: Entry): string {
  return printedNumber ?? referenceText({ reference, bank });
}
