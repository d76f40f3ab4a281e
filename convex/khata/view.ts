/** The khata as its two sides see it. */
import { v, type Infer } from "convex/values";
import { AGEING_BUCKETS, type AgeingBucket } from "../../domain/ageing";
import { DEFAULT_CREDIT_TERMS } from "../../domain/creditTerms";
import type { Doc } from "../_generated/dataModel";
import { businessOf } from "../users/view";
import type { Khata } from "./find";
import { creditTermsFields, ledgerEntryFields, openingState } from "./schema";

const partnerFields = {
  partnerId: v.id("users"),
  partnerName: v.string(),
  /** Company of a distributor, shop of a retailer. */
  business: v.string(),
};

const balanceFields = {
  ...creditTermsFields,
  /** The retailer's debt, paise; below zero it has paid in advance. */
  balancePaise: v.number(),
  openOrdersPaise: v.number(),
};

/** A row of the list of partners. */
export const khataRow = v.object({
  ...partnerFields,
  ...balanceFields,
  /** The oldest day on which an open sum was or is due. */
  oldestDueOn: v.union(v.string(), v.null()),
});

const openingView = v.object({
  _id: v.id("openings"),
  paise: v.number(),
  day: v.string(),
  state: openingState,
  proposedAt: v.number(),
  countsAt: v.number(),
  answeredAt: v.optional(v.number()),
  objection: v.optional(v.string()),
});

export const khataView = v.object({
  ...partnerFields,
  ...balanceFields,
  partnerEmail: v.string(),
  partnerPhone: v.string(),
  /** The partner closed its account: what is open stays open. */
  isClosed: v.boolean(),
  /** The company as reminders to the pair name it. */
  company: v.string(),
  allowance: v.optional(v.object({ paise: v.number(), until: v.number() })),
  /** YYYY-MM-DD of the last reminder. */
  remindedOn: v.optional(v.string()),
  hasEntries: v.boolean(),
  /** Payments that the retailer claims and that wait, the oldest first. */
  claims: v.array(v.object({ amountPaise: v.number(), invoiceIds: v.array(v.id("invoices")) })),
  /** The latest opening balance that the distributor proposed, in whatever state. It is in the balance if it counts. */
  opening: v.optional(openingView),
  /** The distributor's UPI ID, from the first entry on: an order that nobody accepted shows a stranger no place to pay. */
  upiId: v.optional(v.string()),
});

export const ledgerEntryView = v.object({
  _id: v.id("ledgerEntries"),
  ...ledgerEntryFields,
});

const dueView = v.object({
  _id: v.id("dues"),
  invoiceId: v.optional(v.id("invoices")),
  printedNumber: v.optional(v.string()),
  dueOn: v.string(),
  totalPaise: v.number(),
  openPaise: v.number(),
});

const ageingView = v.object(
  Object.fromEntries(AGEING_BUCKETS.map((bucket) => [bucket, v.number()])) as Record<
    AgeingBucket,
    ReturnType<typeof v.number>
  >,
);

export const agedDues = v.object({
  ageing: ageingView,
  /** Present where more are open than ageing reads: it is of the oldest `AGED_DUES_MAX` alone. */
  isOfOldest: v.optional(v.literal(true)),
  /** The oldest. */
  dues: v.array(dueView),
});

export type AgedDues = Infer<typeof agedDues>;
export type KhataRow = Infer<typeof khataRow>;
export type KhataView = Infer<typeof khataView>;
export type LedgerEntryView = Infer<typeof ledgerEntryView>;
export type DueView = Infer<typeof dueView>;

function partnerOf(partner: Doc<"users">) {
  return {
    partnerId: partner._id,
    partnerName: partner.name,
    business: businessOf(partner),
  };
}

function balanceOf(account: Doc<"creditAccounts"> | null) {
  if (account === null)
    return { ...DEFAULT_CREDIT_TERMS, balancePaise: 0, openOrdersPaise: 0 } as const;
  const { terms, creditDays, creditLimitPaise, blockOverdueDays, overduePaiseIgnored } = account;
  const { balancePaise, openOrdersPaise } = account;
  return {
    terms,
    creditDays,
    creditLimitPaise,
    blockOverdueDays,
    overduePaiseIgnored,
    balancePaise,
    openOrdersPaise,
  };
}

export function toKhataRow(
  account: Doc<"creditAccounts">,
  partner: Doc<"users">,
  oldestDueOn: string | null,
): KhataRow {
  return { ...partnerOf(partner), ...balanceOf(account), oldestDueOn };
}

function toOpeningView(opening: Doc<"openings">): NonNullable<KhataView["opening"]> {
  const { _id, paise, day, state, proposedAt, countsAt, answeredAt, objection } = opening;
  return { _id, paise, day, state, proposedAt, countsAt, answeredAt, objection };
}

type Beside = {
  readonly hasEntries: boolean;
  readonly opening: Doc<"openings"> | null;
  readonly claims: readonly Doc<"payments">[];
};

export function toKhataView(
  { account, partner, distributor }: Khata,
  { hasEntries, opening, claims }: Beside,
): KhataView {
  return {
    ...partnerOf(partner),
    ...balanceOf(account),
    partnerEmail: partner.email,
    partnerPhone: partner.phone,
    isClosed: partner.deactivatedAt !== undefined,
    company: distributor.companyName ?? distributor.name,
    allowance: account?.allowance,
    remindedOn: account?.remindedOn,
    hasEntries,
    claims: claims.map(({ amountPaise, invoiceIds }) => ({ amountPaise, invoiceIds })),
    opening: opening === null ? undefined : toOpeningView(opening),
    upiId: hasEntries ? distributor.upiId : undefined,
  };
}

export function toEntryView(entry: Doc<"ledgerEntries">): LedgerEntryView {
  const { _id, kind, paise, balanceAfterPaise, at, day } = entry;
  const { invoiceId, paymentId, creditNoteId, printedNumber, method, reference, bank, reason } =
    entry;
  return {
    _id,
    kind,
    paise,
    balanceAfterPaise,
    at,
    day,
    invoiceId,
    paymentId,
    creditNoteId,
    printedNumber,
    method,
    reference,
    bank,
    reason,
  };
}

export function toDueView(due: Doc<"dues">): DueView {
  const { _id, invoiceId, printedNumber, dueOn, totalPaise, openPaise } = due;
  return { _id, invoiceId, printedNumber, dueOn, totalPaise, openPaise };
}
