/** The fields of the terms on which a distributor lets a retailer buy. */
import { CREDIT_DAYS_MAX, LEDGER_SUM_MAX_PAISE, OVERDUE_DAYS_MAX } from "../limits";
import { type FormFigure, grouped, isFigure, whole } from "./figures";
import { type Field, namesOf, type Stored } from "./kinds";
import { msg } from "../language/texts";

const CRORE_PAISE = 1_00_00_000_00;

const SUM = {
  kind: "money",
  max: LEDGER_SUM_MAX_PAISE,
  absent: "",
  formReason: msg("Please enter rupees up to ₹{crores} crore, such as 50,000.", {
    crores: grouped(LEDGER_SUM_MAX_PAISE / CRORE_PAISE),
  }),
} as const;

/** Terms in figures; one that is absent restricts nothing. */
export const CREDIT_FIGURES = {
  /** The days from issue to due day; present with `credit` alone, and always with it. */
  creditDays: {
    ...whole(1, CREDIT_DAYS_MAX),
    absent: "",
    label: msg("Days of credit"),
    rest: "creditDays",
    hint: msg("1 to {max}, from the invoice on", { max: CREDIT_DAYS_MAX }),
  },
  /** The most that may be open and ordered at once. Payments in advance have no limit. */
  creditLimitPaise: {
    ...SUM,
    label: msg("Limit in rupees"),
    rest: "creditLimit",
    hint: msg("Open and ordered at once; empty for none"),
  },
  /** Days after its due day from which an open sum stops new orders. Absent: never. */
  blockOverdueDays: {
    ...whole(0, OVERDUE_DAYS_MAX),
    absent: "",
    label: msg("Stop orders after days overdue"),
    rest: "blockOverdueDays",
    hint: msg("0 to {max}; empty for never", { max: OVERDUE_DAYS_MAX }),
  },
  /** Open sums up to this one stop nothing. */
  overduePaiseIgnored: {
    ...SUM,
    label: msg("Overdue sums to ignore"),
    rest: "overdueIgnored",
    hint: msg("In rupees, up to this; empty for none"),
  },
} as const satisfies Record<string, FormFigure>;

export const CREDIT_FIELDS = {
  /** Paid when the goods come, some days after the invoice, or before the goods leave. */
  terms: {
    kind: "choice",
    values: ["onDelivery", "credit", "advance"],
    labels: { onDelivery: msg("On delivery"), credit: msg("Credit"), advance: msg("In advance") },
    label: msg("Paid"),
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
