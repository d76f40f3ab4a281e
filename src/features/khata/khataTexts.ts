/** The rows of the khata's screens, as the server answers them, and their words: balances, terms, due days and entries. Pure. */
import type { CreditTerms } from "../../../domain/fields/creditTerms";
import { daysBetween, formatDayMonth } from "../../../domain/dates";
import { formatRupees } from "../../../domain/money";
import { tradeName } from "../../../domain/names";
import type { TradeRole } from "../../../domain/roles";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { t } from "../../../domain/language/texts";

export type Khata = FunctionReturnType<typeof api.khata.account>;
export type KhataRow = FunctionReturnType<typeof api.khata.accounts>["page"][number];
export type LedgerEntry = FunctionReturnType<typeof api.khata.entries>["page"][number];
export type Due = FunctionReturnType<typeof api.khata.ageing>["dues"][number];
export type Payment = FunctionReturnType<typeof api.payments.withPartner>["page"][number];

export const RECORDING_OFFLINE = t("Recording a payment needs the connection.");

/** Lists know their rows by `_id`. */
export type ListedKhata = KhataRow & { readonly _id: string };

const listed = new WeakMap<KhataRow, ListedKhata>();

/** Returns the row with its partner's id as `_id`; the same object for the same row, so that an unchanged card does not render. */
export function listedKhata(row: KhataRow): ListedKhata {
  const earlier = listed.get(row);
  if (earlier !== undefined) return earlier;
  const listedRow = { ...row, _id: row.partnerId };
  listed.set(row, listedRow);
  return listedRow;
}

type Tone = "ink" | "positive" | "muted";
export type BalanceText = { readonly sum: string; readonly words: string; readonly tone: Tone };

/** Returns, for example, "₹8,400.00 to pay", "₹8,400.00 to collect", "₹500.00 advance", or "₹0.00 open". */
export function balanceText(balancePaise: number, role: TradeRole): BalanceText {
  const sum = formatRupees(Math.abs(balancePaise));
  if (balancePaise < 0) return { sum, words: t("advance"), tone: "positive" };
  if (balancePaise === 0) return { sum, words: t("open"), tone: "muted" };
  return { sum, words: role === "retailer" ? t("to pay") : t("to collect"), tone: "ink" };
}

/** Returns, for example, "Paid within 14 days". */
export function termsText({ terms, creditDays = 0 }: CreditTerms): string {
  switch (terms) {
    case "onDelivery":
      return t("Paid on delivery");
    case "credit":
      return t("{days, plural, one {Paid within # day} other {Paid within # days}}", {
        days: creditDays,
      });
    case "advance":
      return t("Paid in advance");
    default:
      return terms satisfies never;
  }
}

/** Returns, for example, "Orders stop 7 days after the due day", or null where they never do. */
export function blockText({ blockOverdueDays, overduePaiseIgnored }: CreditTerms): string | null {
  if (blockOverdueDays === undefined) return null;
  const days = blockOverdueDays;
  const ignored = overduePaiseIgnored ?? 0;
  return ignored === 0
    ? t(
        "{days, plural, =0 {New orders stop on the day after the due day} one {New orders stop # day after the due day} other {New orders stop # days after the due day}}",
        { days },
      )
    : t(
        "{days, plural, =0 {New orders stop on the day after the due day, for sums above {sum}} one {New orders stop # day after the due day, for sums above {sum}} other {New orders stop # days after the due day, for sums above {sum}}}",
        { days, sum: formatRupees(ignored) },
      );
}

export type DueText = { readonly text: string; readonly isLate: boolean };

/** Returns, for example, "due 28 Nov", "due today", "3 days late". Both are days (YYYY-MM-DD). */
export function dueText(dueOn: string, today: string): DueText {
  const late = daysBetween(dueOn, today);
  if (late > 0) {
    const text = t("{days, plural, one {# day late} other {# days late}}", { days: late });
    return { text, isLate: true };
  }
  const day = formatDayMonth(dueOn, today);
  return { text: late === 0 ? t("due today") : t("due {day}", { day }), isLate: false };
}

/** Returns, for example, "+₹1,716.00" or "−₹2,000.00", with the minus of typography, which is as wide as the plus. */
export function signedText(paise: number): string {
  return `${paise < 0 ? "−" : "+"}${formatRupees(Math.abs(paise))}`;
}

/** Returns a running balance: "−₹500.00" for an advance. */
export function runningText(paise: number): string {
  return paise < 0 ? signedText(paise) : formatRupees(paise);
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** Returns the partner of a khata, by its business. */
export function khataName(khata: Pick<KhataRow, "partnerName" | "business">): string {
  return tradeName({ name: khata.partnerName, business: khata.business });
}

/** Returns the partner's business for `role`, else its name. */
export function partnerOf(payment: Payment, role: TradeRole): string {
  if (role === "retailer")
    return tradeName({ name: payment.distributorName, business: payment.companyName });
  return tradeName({ name: payment.retailerName, business: payment.shopName });
}
