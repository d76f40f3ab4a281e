/**
 * The life of a payment between a retailer and a distributor, as data. Mandi takes no money: a payment is what the two say of it.
 *
 *   (retailer claims)     ─▶ claimed ──confirm──▶ confirmed ──reverse──▶ reversed   (distributor: bounced, or recorded wrongly)
 *   (distributor records) ─▶ confirmed
 *                              claimed ──dispute──▶ disputed    (distributor: no such money came)
 *                              claimed ──withdraw─▶ withdrawn   (retailer)
 *
 * A claim changes no balance; a confirmation and a reversal do. Nothing leads back, and nothing is edited.
 */
import { CHEQUE_BANK_MAX, REFERENCE_MAX } from "./limits";
import { cleanName } from "./cleanName";
import { comparableName } from "./names";
import { isOverlong } from "./text";
import type { MoveResult } from "./moveResult";
import type { PaymentMethod } from "./paymentMethods";
import type { TradeRole } from "./roles";
import { type Message, msg, t } from "./language/texts";

export const PAYMENT_STATES = [
  "claimed",
  "confirmed",
  "disputed",
  "withdrawn",
  "reversed",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

type MoveRule = {
  readonly from: PaymentState;
  readonly to: PaymentState;
  readonly by: TradeRole;
  readonly needsReason: boolean;
};

export const PAYMENT_MOVES = {
  confirm: { from: "claimed", to: "confirmed", by: "distributor", needsReason: false },
  dispute: { from: "claimed", to: "disputed", by: "distributor", needsReason: true },
  withdraw: { from: "claimed", to: "withdrawn", by: "retailer", needsReason: false },
  reverse: { from: "confirmed", to: "reversed", by: "distributor", needsReason: true },
} as const satisfies Record<string, MoveRule>;

export type PaymentMove = keyof typeof PAYMENT_MOVES;
export type PaymentAction = PaymentMove | "object";

type PaymentFacts = {
  readonly state: PaymentState;
  readonly reason?: string | undefined;
};

/** Judges `move` on a payment. The same move with the same reason again is a repeat. */
export function validatePaymentMove(
  payment: PaymentFacts,
  move: PaymentMove,
  reason: string | undefined,
): MoveResult {
  const rule: MoveRule = PAYMENT_MOVES[move];
  if (payment.state === rule.from) return "move";
  return payment.state === rule.to && payment.reason === reason ? "repeat" : "refused";
}

/** Returns the actions of `role` on the payment, in the order in which buttons stand. A payment that the distributor recorded can be objected to once. */
export function paymentActionsFor(
  payment: PaymentFacts & {
    readonly recordedBy: TradeRole;
    readonly objection?: string | undefined;
  },
  role: string,
): PaymentAction[] {
  const moves = Object.keys(PAYMENT_MOVES) as PaymentMove[];
  const actions: PaymentAction[] = moves.filter((move) => {
    const rule: MoveRule = PAYMENT_MOVES[move];
    return rule.by === role && rule.from === payment.state;
  });
  const mayObject = payment.state === "confirmed" && payment.recordedBy === "distributor";
  if (role === "retailer" && mayObject && payment.objection === undefined) actions.push("object");
  return actions;
}

/** The fields that tell a payment apart from others. */
export type PaymentOrigin = {
  readonly method: PaymentMethod;
  readonly reference?: string | undefined;
  /** The bank of a cheque. */
  readonly bank?: string | undefined;
};

export const METHOD_TEXTS = {
  upi: msg("UPI"),
  cash: msg("Cash"),
  bank: msg("Bank transfer"),
  cheque: msg("Cheque"),
} as const satisfies Record<PaymentMethod, Message>;

/**
 * UPI and IMPS print 12 digits, NEFT 16 and RTGS 22 letters and digits, a cheque has 6 digits. Those of NEFT and RTGS are from the
 * banks' statements, not from a published rule.
 */
const REFERENCES = {
  upi: /^\d{12}$/,
  bank: /^(?:\d{12}|[A-Z\d]{16}|[A-Z\d]{22})$/,
  cheque: /^\d{6}$/,
} as const satisfies Partial<Record<PaymentMethod, RegExp>>;

export const REFERENCE_HINTS = {
  upi: msg("12 digits, from your UPI app"),
  cash: null,
  bank: msg("12, 16 or 22 letters and digits: IMPS, NEFT or RTGS"),
  cheque: msg("The 6 digits of the cheque"),
} as const satisfies Record<PaymentMethod, Message | null>;

/** "UPI 412345678901", "Cheque 001234, HDFC Bank", or the method alone of a payment without a reference. */
export function paymentText({ method, reference, bank }: PaymentOrigin): string {
  const name = t(METHOD_TEXTS[method]);
  return reference === undefined ? name : `${name} ${referenceText({ reference, bank })}`;
}

/** "412345678901", or "001234, HDFC Bank" of a cheque whose bank was told. */
export function referenceText({ reference, bank }: Omit<PaymentOrigin, "method">): string {
  return [reference, bank].filter((part) => part !== undefined).join(", ");
}

/** The reference in its one spelling: without blanks, in capitals. Undefined for cash, which has none; null if it is not of the method's form. */
export function referenceOf(
  method: PaymentMethod,
  text: string | undefined,
): string | undefined | null {
  if (text !== undefined && isOverlong(text, REFERENCE_MAX)) return null;
  const reference = (text ?? "").replaceAll(/[\s-]/g, "").toUpperCase();
  if (method === "cash") return reference === "" ? undefined : null;
  return REFERENCES[method].test(reference) ? reference : null;
}

/** The name of a cheque's bank, trimmed. Undefined where none is told; null if it is no name, or told of a payment that is no cheque. */
export function chequeBankOf(
  method: PaymentMethod,
  text: string | undefined,
): string | undefined | null {
  if (text === undefined || (!isOverlong(text, CHEQUE_BANK_MAX) && text.trim() === ""))
    return undefined;
  if (method !== "cheque") return null;
  return cleanName(text, CHEQUE_BANK_MAX) ?? null;
}

/** Finds a reference among all of a distributor's. Undefined for cash, and for a cheque whose bank was not told: other accounts have its number too. */
export function referenceKeyOf({ method, reference, bank }: PaymentOrigin): string | undefined {
  if (reference === undefined || method !== "cheque") return reference;
  return bank === undefined ? undefined : `${reference} ${comparableBank(bank)}`;
}

/** Words that people write of a bank's name, or leave out. */
const BANK_WORDS = /\b(?:the|bank|ltd|limited)\b/g;

/** One form for the names of a bank: case, blanks, points and the word "Bank" make no difference. */
function comparableBank(bank: string): string {
  const name = comparableName(bank).replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, "");
  const own = name.replaceAll(BANK_WORDS, "").replaceAll(" ", "");
  return own === "" ? name.replaceAll(" ", "") : own;
}

/** The part of the amount beyond the balance, paise. */
export function advanceIn(amountPaise: number, balancePaise: number): number {
  return Math.max(0, amountPaise - Math.max(0, balancePaise));
}
