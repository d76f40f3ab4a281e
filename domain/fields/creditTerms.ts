/** The fields of the terms on which a distributor lets a retailer buy. */
import { CREDIT_DAYS_MAX, LEDGER_SUM_MAX_PAISE, OVERDUE_DAYS_MAX } from "../limits";
import { shortRupees } from "../money";
import { type FormFigure, isFigure, whole } from "./figures";
import { type Field, namesOf, type Stored } from "./kinds";

const SUM = {
  kind: "money",
  max: LEDGER_SUM_MAX_PAISE,
  absent: "",
  formReason: `Please enter rupees up to ${shortRupees(LEDGER_SUM_MAX_PAISE)}, such as 50,000.`,
} as const;

/** Terms in figures; one that is absent restricts nothing. */
export const CREDIT_FIGURES = {
  /** The days from issue to due day; present with `credit` alone, and always with it. */
  creditDays: {
    ...whole(1, CREDIT_DAYS_MAX),
    absent: "",
    label: "Days of credit",
    rest: "creditDays",
    hint: `1 to ${CREDIT_DAYS_MAX}, from the invoice on`,
  },
  /** The most that may be open and ordered at once. Payments in advance have no limit. */
  creditLimitPaise: {
    ...SUM,
    label: "Limit in rupees",
    rest: "creditLimit",
    hint: "Open and ordered at once; empty for none",
  },
  /** Days after its due day from which an open sum stops new orders. Absent: never. */
  blockOverdueDays: {
    ...whole(0, OVERDUE_DAYS_MAX),
    absent: "",
    label: "Stop orders after days overdue",
    rest: "blockOverdueDays",
    hint: `0 to ${OVERDUE_DAYS_MAX}; empty for never`,
  },
  /** Open sums up to this one stop nothing. */
  overduePaiseIgnored: {
    ...SUM,
    label: "Overdue sums to ignore",
    rest: "overdueIgnored",
    hint: "In rupees, up to this; empty for none",
  },
} as const satisfies Record<string, FormFigure>;

export const CREDIT_FIELDS = {
  /** Paid when the goods come, some days after the invoice, or before the goods leave. */
  terms: {
    kind: "choice",
    values: ["onDelivery", "credit", "advance"],
    labels: { onDelivery: "On delivery", credit: "Credit", advance: "In advance" },
    subject: "The terms",
    label: "Paid",
    rest: "terms",
  },
  ...CREDIT_FIGURES,
} as const satisfies Record<string, Field>;

export type CreditTerms = Stored<typeof CREDIT_FIELDS>;
export type CreditFigure = keyof typeof CREDIT_FIGURES;

/** Returns the figures that are beyond their bounds; days stand with credit alone, and always with it. */
export function wrongCreditTerms(creditTerms: CreditTerms): CreditFigure[] {
  return namesOf(CREDIT_FIGURES).filter((name) => {
    const value = creditTerms[name];
    if (name === "creditDays" && (creditTerms.terms === "credit") === (value === undefined))
      return true;
    return value !== undefined && !isFigure(CREDIT_FIGURES[name], value);
  });
}
