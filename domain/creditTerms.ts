/**
 * Terms on which a distributor lets a retailer buy, and what they mean for an order: the day on which an invoice is due, the room
 * under the limit, and when an overdue sum stops new orders. Server and screens read the same rules.
 */
import { addDays } from "./dates";
import { CREDIT_DAYS_MAX, LEDGER_SUM_MAX_PAISE, OVERDUE_DAYS_MAX } from "./limits";

/** Paid when the goods come, some days after the invoice, or before the goods leave. */
export const CREDIT_TERMS = ["onDelivery", "credit", "advance"] as const;
export type CreditTermsKind = (typeof CREDIT_TERMS)[number];

export type CreditTerms = {
  readonly terms: CreditTermsKind;
  /** The days from issue to due day; present with `credit` alone. */
  readonly creditDays?: number | undefined;
  /** The most that may be open and ordered at once, paise. Absent: no limit. Payments in advance have none. */
  readonly creditLimitPaise?: number | undefined;
  /** Days after its due day from which an open sum stops new orders. Absent: never. */
  readonly blockOverdueDays?: number | undefined;
  /** Open sums up to this one stop nothing, paise. */
  readonly overduePaiseIgnored?: number | undefined;
};

/** The terms of a pair whose distributor never set any: what was agreed outside, and no bounds. */
export const DEFAULT_CREDIT_TERMS: CreditTerms = { terms: "onDelivery" };

function isWhole(value: number | undefined, min: number, max: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= min && value <= max);
}

export type CreditTermsField = Exclude<keyof CreditTerms, "terms">;

const BOUNDS = {
  creditDays: { min: 1, max: CREDIT_DAYS_MAX },
  creditLimitPaise: { min: 0, max: LEDGER_SUM_MAX_PAISE },
  blockOverdueDays: { min: 0, max: OVERDUE_DAYS_MAX },
  overduePaiseIgnored: { min: 0, max: LEDGER_SUM_MAX_PAISE },
} as const satisfies Record<CreditTermsField, { min: number; max: number }>;

/** Returns the fields that are beyond their limits; days stand with credit alone, and always with it. */
export function wrongCreditTerms(creditTerms: CreditTerms): CreditTermsField[] {
  const fields = Object.keys(BOUNDS) as CreditTermsField[];
  return fields.filter((field) => {
    const { min, max } = BOUNDS[field];
    const isOutOfPlace =
      field === "creditDays" &&
      (creditTerms.terms === "credit") === (creditTerms.creditDays === undefined);
    return isOutOfPlace || !isWhole(creditTerms[field], min, max);
  });
}

export function areCreditTerms(creditTerms: CreditTerms): boolean {
  return wrongCreditTerms(creditTerms).length === 0;
}

/** The day (YYYY-MM-DD) on which an invoice of these terms is to be paid. */
export function dueDay(
  { terms, creditDays = 0 }: CreditTerms,
  { issuedOn, deliveryBefore }: { issuedOn: string; deliveryBefore: string },
): string {
  switch (terms) {
    case "onDelivery":
      return deliveryBefore;
    case "credit":
      return addDays(issuedOn, creditDays);
    case "advance":
      return issuedOn;
    default:
      return terms satisfies never;
  }
}

export type Exposure = {
  /** Owed now; negative if paid in advance. */
  readonly balancePaise: number;
  /** Ordered, and not answered yet. */
  readonly openOrdersPaise: number;
};

export type CreditUse = {
  readonly limitPaise: number;
  /** Open and ordered. */
  readonly usedPaise: number;
};

/** `usedPaise` is what was used before the order. */
export type CreditRefusal = CreditUse & { readonly neededPaise: number };

/** The open and ordered sum beside the limit; null where none applies: payments in advance have none. */
export function creditUseOf(
  { terms, creditLimitPaise: limitPaise }: CreditTerms,
  { balancePaise, openOrdersPaise }: Exposure,
): CreditUse | null {
  if (limitPaise === undefined || terms === "advance") return null;
  return { usedPaise: balancePaise + openOrdersPaise, limitPaise };
}

/**
 * The refusal of an order of `neededPaise`, or null where the limit has room for it. Every rise of the exposure asks here. Where
 * no limit applies, the largest sum that the ledger counts exactly is one.
 */
export function creditRefusal(
  terms: CreditTerms,
  { balancePaise, openOrdersPaise }: Exposure,
  neededPaise: number,
): CreditRefusal | null {
  const usedPaise = balancePaise + openOrdersPaise;
  const applied = creditUseOf(terms, { balancePaise, openOrdersPaise });
  const limitPaise = applied?.limitPaise ?? LEDGER_SUM_MAX_PAISE;
  return usedPaise + neededPaise > limitPaise ? { limitPaise, usedPaise, neededPaise } : null;
}

/** Open sums that were due before this day stop new orders; null where the terms don't say so. */
export function overdueBefore({ blockOverdueDays }: CreditTerms, today: string): string | null {
  return blockOverdueDays === undefined ? null : addDays(today, -blockOverdueDays);
}
