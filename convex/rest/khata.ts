/** The calls that read the khata: balances, entries and dues of a retailer and a distributor. */
import { z } from "@hono/zod-openapi";
import { AGEING_BUCKETS, type AgeingBucket } from "../../domain/ageing";
import { CREDIT_FIELDS, CREDIT_FIGURES } from "../../domain/fields/creditTerms";
import { AGED_DUES_MAX, STATEMENT_DAYS_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { OPENING_STATES } from "../../domain/openings";
import { PAYMENT_METHODS } from "../../domain/paymentMethods";
import { TRADE_ROLES } from "../../domain/roles";
import * as lists from "../khata/list";
import { ledgerEntryKind } from "../khata/schema";
import type { DueView, KhataRow, KhataView, LedgerEntryView } from "../khata/view";
import { pickFields } from "../rows";
import { isoTime, withNulls } from "./entities";
import { asDistributor, first, todayInIndia } from "./exampleParts";
import { nullableShape, toRest } from "./fields";
import { list, ok, Page, pageOf, pageQuery, query, type ReadCtx, type WriteCtx } from "./operation";

export const day = z.string().openapi({ example: "2026-12-31" });

export const termsKind = z.enum(CREDIT_FIELDS.terms.values);

export const termFigures = nullableShape(CREDIT_FIGURES, {
  creditDays: {
    description: "From an invoice to its due day; with `credit` alone, and always with it.",
  },
  creditLimitPaise: {
    description: "Rupees: the most that may be owed and ordered at once.",
    example: 50_000,
  },
  blockOverdueDays: {
    description: "Days after its due day from which an open sum stops new orders.",
  },
  overduePaiseIgnored: { description: "Rupees: open sums up to this one stop nothing." },
});

const CreditTerms = z.object({ terms: termsKind, ...termFigures }).openapi("CreditTerms");

const KhataPartner = CreditTerms.extend({
  partnerId: z.string(),
  partnerName: z.string(),
  business: z.string().openapi({ description: "Company of a distributor, shop of a retailer." }),
  balance: z.number().openapi({
    description: "Rupees that the retailer owes; below zero what it has paid in advance.",
  }),
  openOrders: z.number().openapi({ description: "Rupees: orders that are pending." }),
  oldestDueOn: day.nullable().openapi({ description: "Due day of the oldest open sum." }),
}).openapi("KhataPartner");

const Due = z
  .object({
    _id: z.string(),
    invoiceId: z.string().nullable().openapi({ description: "Null: an opening balance." }),
    printedNumber: z.string().nullable(),
    dueOn: day,
    total: z.number(),
    open: z.number().openapi({ description: "Rupees, of the total, that are not paid yet." }),
  })
  .openapi("Due");

const Opening = z
  .object({
    _id: z.string(),
    amount: z.number().openapi({ description: "Rupees; below zero what was paid in advance." }),
    day,
    state: z.enum(OPENING_STATES).openapi({
      description:
        "It is in the balance once `agreed`, or `unopposed`: nobody objected within 14 days.",
    }),
    proposedAt: z.string(),
    countsAt: z.string().openapi({ description: "When it counts unless the retailer objects." }),
    answeredAt: z.string().nullable(),
    objection: z.string().nullable(),
  })
  .openapi("OpeningBalance");

function perBucket<Value>(value: (bucket: AgeingBucket) => Value): Record<AgeingBucket, Value> {
  const entries = AGEING_BUCKETS.map((bucket) => [bucket, value(bucket)]);
  return Object.fromEntries(entries) as Record<AgeingBucket, Value>;
}

export const Khata = KhataPartner.extend({
  partnerEmail: z.string(),
  partnerPhone: z.string(),
  isClosed: z.boolean().openapi({ description: "The partner has closed its account." }),
  hasEntries: z.boolean().openapi({ description: "False: an opening balance can be proposed." }),
  opening: Opening.nullable().openapi({
    description: "The latest opening balance that the distributor proposed, if any.",
  }),
  allowance: z
    .object({ amount: z.number(), until: z.string() })
    .nullable()
    .openapi({ description: "Rupees that the next order may go beyond the limit." }),
  remindedOn: day.nullable(),
  upiId: z
    .string()
    .nullable()
    .openapi({ description: "Of the distributor; null before the first entry." }),
  ageing: z.object(perBucket(() => z.number())).openapi({
    description: "Rupees, by days since the due day; on that day nothing is overdue yet.",
  }),
  ageingOfOldest: z
    .boolean()
    .optional()
    .openapi({
      description: `True, and there at all, where more than ${AGED_DUES_MAX} sums are open: \`ageing\` is of the oldest of them.`,
    }),
  dues: z.array(Due).openapi({ description: "The oldest open sums." }),
}).openapi("Khata");

const KhataEntry = z
  .object({
    _id: z.string(),
    kind: z.enum(ledgerEntryKind.members.map(({ value }) => value)),
    amount: z.number().openapi({ description: "Rupees; above zero the retailer owes more." }),
    balance: z.number().openapi({ description: "Rupees, after this entry." }),
    day,
    createdAt: z.string(),
    invoiceId: z.string().nullable(),
    printedNumber: z.string().nullable(),
    paymentId: z.string().nullable(),
    creditNoteId: z.string().optional().openapi({ description: "Of a credit note alone." }),
    method: z.enum(PAYMENT_METHODS).nullable(),
    reference: z.string().nullable(),
    bank: z.string().optional().openapi({ description: "Of a cheque alone." }),
    reason: z.string().nullable(),
  })
  .openapi("KhataEntry");

const Statement = z
  .object({
    from: day,
    to: day,
    opening: z.number().openapi({ description: "Rupees, before the first day." }),
    closing: z.number().openapi({
      description: "Rupees, after the last day: the opening of the day that follows.",
    }),
    entries: z.array(KhataEntry),
  })
  .openapi("Statement");

function toPartner(view: Omit<KhataRow, "oldestDueOn">, oldestDueOn: string | null) {
  return {
    ...pickFields(view, "partnerId", "partnerName", "business"),
    balance: rupeesOfPaise(view.balancePaise),
    openOrders: rupeesOfPaise(view.openOrdersPaise),
    terms: view.terms,
    ...withNulls(toRest(CREDIT_FIGURES, view)),
    oldestDueOn,
  };
}

function toDue(due: DueView) {
  return {
    ...pickFields(due, "_id", "dueOn"),
    ...withNulls(pickFields(due, "invoiceId", "printedNumber")),
    total: rupeesOfPaise(due.totalPaise),
    open: rupeesOfPaise(due.openPaise),
  };
}

function toOpening(opening: NonNullable<KhataView["opening"]>) {
  const { _id, paise, proposedAt, countsAt, answeredAt, objection = null } = opening;
  return {
    _id,
    amount: rupeesOfPaise(paise),
    ...pickFields(opening, "day", "state"),
    proposedAt: isoTime(proposedAt),
    countsAt: isoTime(countsAt),
    answeredAt: answeredAt === undefined ? null : isoTime(answeredAt),
    objection,
  };
}

function toEntry(entry: LedgerEntryView): z.infer<typeof KhataEntry> {
  return {
    ...pickFields(entry, "_id", "kind"),
    amount: rupeesOfPaise(entry.paise),
    balance: rupeesOfPaise(entry.balanceAfterPaise),
    day: entry.day,
    createdAt: isoTime(entry.at),
    ...withNulls(pickFields(entry, "invoiceId", "printedNumber", "paymentId")),
    creditNoteId: entry.creditNoteId,
    ...withNulls(pickFields(entry, "method", "reference")),
    bank: entry.bank,
    reason: entry.reason ?? null,
  };
}

/** Returns the balance, the terms and the open sums by age on `today`. Errors: NOT_FOUND. */
export async function readKhata(
  ctx: ReadCtx | WriteCtx,
  partnerId: string,
  today: string,
): Promise<z.infer<typeof Khata>> {
  const khata = await lists.getKhata(ctx, ctx.user, partnerId);
  const { ageing, isOfOldest, dues } = await lists.ageingWith(ctx, ctx.user, { partnerId, today });
  const { opening, allowance } = khata;
  return {
    ...toPartner(khata, dues[0]?.dueOn ?? null),
    ...pickFields(khata, "partnerEmail", "partnerPhone", "isClosed", "hasEntries"),
    opening: opening === undefined ? null : toOpening(opening),
    allowance: allowance
      ? { amount: rupeesOfPaise(allowance.paise), until: isoTime(allowance.until) }
      : null,
    remindedOn: khata.remindedOn ?? null,
    upiId: khata.upiId ?? null,
    ageing: perBucket((bucket) => rupeesOfPaise(ageing[bucket])),
    ageingOfOldest: isOfOldest,
    dues: dues.map(toDue),
  };
}

/** The calls with one partner have these in common. */
export const ofPartner = {
  who: TRADE_ROLES,
  errors: ["NOT_FOUND"],
} as const;
export const partner = { PARTNER: first("/api/khata", "partnerId") };

export const KHATA_OPERATIONS = [
  list({
    call: "GET /api/khata",
    summary: "The caller's partners with balance and terms, the greatest balance first",
    who: TRADE_ROLES,
    row: KhataPartner,
    example: { ...asDistributor, path: "/api/khata?limit=5" },
    rows: (ctx, page) => lists.listAccounts(ctx, ctx.user, "balance", page),
    toRow: (row) => toPartner(row, row.oldestDueOn),
  }),
  query({
    ...ofPartner,
    call: "GET /api/khata/{partnerId}",
    summary: "Balance, terms, ageing and oldest dues with one partner",
    description: "Of somebody whom the caller has traded with or is connected to.",
    answer: ok(Khata),
    example: { needs: partner },
    run: (ctx, { params: { partnerId } }) => readKhata(ctx, partnerId, ctx.today),
  }),
  list({
    ...ofPartner,
    call: "GET /api/khata/{partnerId}/entries",
    summary: "The entries with one partner, the newest first",
    row: KhataEntry,
    example: { ...asDistributor, path: "/api/khata/$PARTNER/entries?limit=5", needs: partner },
    rows: (ctx, page, { params: { partnerId } }) =>
      lists.listEntries(ctx, ctx.user, partnerId, page),
    toRow: toEntry,
  }),
  query({
    ...ofPartner,
    call: "GET /api/khata/{partnerId}/statement",
    summary: "Balances at both ends of a period and its entries, the oldest first",
    description: `Both days belong to it; they lie at most ${STATEMENT_DAYS_MAX} days apart. While more entries follow, \`Link\` names the next page, with the same balances.`,
    query: { ...pageQuery, from: day, to: day },
    invalid: { from: "BAD_PERIOD", to: "BAD_PERIOD" },
    answer: { ...ok(Statement), isPage: true },
    errors: ["BAD_PERIOD", "NOT_FOUND"],
    example: {
      ...asDistributor,
      path: "/api/khata/$PARTNER/statement?from=$TODAY&to=$TODAY",
      needs: { ...partner, ...todayInIndia },
    },
    run: async (ctx, { params: { partnerId }, query: { from, to, ...page } }) => {
      const period = { partnerId, from, to };
      const { openingPaise, closingPaise } = await lists.statementBalances(ctx, ctx.user, period);
      const entries = await lists.listStatement(ctx, ctx.user, period, pageOf(page));
      const [opening, closing] = [rupeesOfPaise(openingPaise), rupeesOfPaise(closingPaise)];
      return new Page({ from, to, opening, closing, entries: entries.page.map(toEntry) }, entries);
    },
  }),
];
