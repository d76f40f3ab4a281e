/** The khata as its two sides see it. */
import { v, type Infer } from "convex/values";
import { AGEING_BUCKETS, type AgeingBucket } from "../../domain/ageing";
import { DEFAULT_CREDIT_TERMS } from "../../domain/creditTerms";
import { CREDIT_FIELDS } from "../../domain/fields/creditTerms";
import { namesOf } from "../../domain/fields/kinds";
import type { Doc } from "../_generated/dataModel";
import { weekSum } from "../figures/schema";
import { pickFields } from "../rows";
import { userTables } from "../users/schema";
import { businessOf } from "../users/view";
import type { Khata } from "./find";
import { khataTables, ledgerEntryFields } from "./schema";

const accountRow = khataTables.creditAccounts.validator;
const openingRow = khataTables.openings.validator;
const dueRow = khataTables.dues.validator;

const partnerFields = {
  partnerId: v.id("users"),
  partnerName: v.string(),
  /** Company of a distributor, shop of a retailer. */
  business: v.string(),
};

const BALANCE = [...namesOf(CREDIT_FIELDS), "balancePaise", "openOrdersPaise"] as const;
const balanceFields = accountRow.pick(...BALANCE).fields;

/** A row of the list of partners. */
export const khataRow = v.object({
  ...partnerFields,
  ...balanceFields,
  /** The oldest day on which an open sum was or is due. */
  oldestDueOn: v.union(v.string(), v.null()),
});

const openingView = v.object({
  _id: v.id("openings"),
  ...openingRow.omit("retailerId", "distributorId").fields,
});

export const khataView = v.object({
  ...partnerFields,
  ...balanceFields,
  partnerEmail: v.string(),
  partnerPhone: v.string(),
  /** Absent for English. */
  partnerLanguage: userTables.users.validator.fields.language,
  /** The partner closed its account: what is open stays open. */
  isClosed: v.boolean(),
  /** The company as reminders to the pair name it. */
  company: v.string(),
  ...accountRow.pick("allowance", "remindedOn").fields,
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

const DUE = ["invoiceId", "printedNumber", "dueOn", "totalPaise", "openPaise"] as const;
const dueView = v.object({ _id: v.id("dues"), ...dueRow.pick(...DUE).fields });

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

/** The facts of two partners that the card of one shows the other. */
export const pairFacts = v.object({
  /** Paise: what the retailer owes, below zero what it paid in advance. */
  balancePaise: v.number(),
  lastOrderAt: v.union(v.number(), v.null()),
  /** Value of accepted orders by the weeks that have any, the oldest first. */
  weeks: v.array(weekSum),
});

export type PairFacts = Infer<typeof pairFacts>;
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
  return pickFields(account, ...BALANCE);
}

export function toKhataRow(
  account: Doc<"creditAccounts">,
  partner: Doc<"users">,
  oldestDueOn: string | null,
): KhataRow {
  return { ...partnerOf(partner), ...balanceOf(account), oldestDueOn };
}

function toOpeningView(opening: Doc<"openings">): NonNullable<KhataView["opening"]> {
  const { retailerId: _, distributorId: __, _creationTime, ...view } = opening;
  return view;
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
    partnerLanguage: partner.language,
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
  return pickFields(entry, "_id", ...namesOf(ledgerEntryFields));
}

export function toDueView(due: Doc<"dues">): DueView {
  return pickFields(due, "_id", ...DUE);
}
