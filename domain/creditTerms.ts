/**
 * Terms on which a distributor lets a retailer buy, and what they mean for an order: the day on which an invoice is due, the room
 * under the limit, and when an overdue sum stops new orders. Server and screens read the same rules.
 */
import { addDays } from "./dates";
import type { CreditTerms } from "./fields/creditTerms";
import { LEDGER_SUM_MAX_PAISE } from "./limits";

/** The terms of a pair whose distributor never set any: what was agreed outside, and no bounds. */
export const DEFAULT_CREDIT_TERMS: CreditTerms = { terms: "onDelivery" };

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
