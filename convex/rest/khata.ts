/** The calls about the khata: balances, entries and dues of a retailer and a distributor, and the terms between them. */
import { createRoute, z } from "@hono/zod-openapi";
import { AGEING_BUCKETS, type AgeingBucket } from "../../domain/ageing";
import { CREDIT_TERMS } from "../../domain/creditTerms";
import { todayIst } from "../../domain/dates";
import type { ErrorData } from "../../domain/errors";
import {
  AGED_DUES_MAX,
  CREDIT_DAYS_MAX,
  LEDGER_SUM_MAX_PAISE,
  OVERDUE_DAYS_MAX,
  STATEMENT_DAYS_MAX,
} from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { OPENING_STATES } from "../../domain/openings";
import { PAYMENT_METHODS } from "../../domain/paymentMethods";
import { internal } from "../_generated/api";
import type { DueView, KhataRow, AgedDues, KhataView, LedgerEntryView } from "../khata/view";
import { linkNext, ok, pageAnswer, pageOf, pageQuery, policy, refusals } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";

const calls = internal.rest.calls.khata;

export const MAX_RUPEES = rupeesOfPaise(LEDGER_SUM_MAX_PAISE);
export const day = z.string().openapi({ example: "2026-12-31" });

/** Each is null where there is no such term. */
export const termFields = {
  creditDays: z.number().nullable().openapi({
    description: "From an invoice to its due day; with `credit` alone, and always with it.",
    minimum: 1,
    maximum: CREDIT_DAYS_MAX,
  }),
  creditLimit: z.number().nullable().openapi({
    description: "Rupees: the most that may be owed and ordered at once.",
    minimum: 0,
    maximum: MAX_RUPEES,
    example: 50_000,
  }),
  blockOverdueDays: z.number().nullable().openapi({
    description: "Days after its due day from which an open sum stops new orders.",
    minimum: 0,
    maximum: OVERDUE_DAYS_MAX,
  }),
  overdueIgnored: z.number().nullable().openapi({
    description: "Rupees: open sums up to this one stop nothing.",
    minimum: 0,
    maximum: MAX_RUPEES,
  }),
};

const CreditTerms = z.object({ terms: z.enum(CREDIT_TERMS), ...termFields }).openapi("CreditTerms");

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

const rupees = () => z.number();

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
  ageing: z
    .object(
      Object.fromEntries(AGEING_BUCKETS.map((bucket) => [bucket, rupees()])) as Record<
        AgeingBucket,
        ReturnType<typeof rupees>
      >,
    )
    .openapi({
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
    kind: z.enum(["opening", "invoice", "payment", "reversal", "cancellation", "creditNote"]),
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

function rupeesOrNull(paise: number | undefined): number | null {
  return paise === undefined ? null : rupeesOfPaise(paise);
}

function toTerms(view: KhataRow | KhataView): z.infer<typeof CreditTerms> {
  return {
    terms: view.terms,
    creditDays: view.creditDays ?? null,
    creditLimit: rupeesOrNull(view.creditLimitPaise),
    blockOverdueDays: view.blockOverdueDays ?? null,
    overdueIgnored: rupeesOrNull(view.overduePaiseIgnored),
  };
}

function toPartner(
  view: KhataRow | KhataView,
  oldestDueOn: string | null,
): z.infer<typeof KhataPartner> {
  const { partnerId, partnerName, business, balancePaise, openOrdersPaise } = view;
  return {
    partnerId,
    partnerName,
    business,
    balance: rupeesOfPaise(balancePaise),
    openOrders: rupeesOfPaise(openOrdersPaise),
    ...toTerms(view),
    oldestDueOn,
  };
}

function toDue({ _id, invoiceId, printedNumber, dueOn, totalPaise, openPaise }: DueView) {
  return {
    _id,
    dueOn,
    invoiceId: invoiceId ?? null,
    printedNumber: printedNumber ?? null,
    total: rupeesOfPaise(totalPaise),
    open: rupeesOfPaise(openPaise),
  };
}

type AgedKhata = AgedDues & { readonly khata: KhataView };

export function toKhata({ khata, ageing, isOfOldest, dues }: AgedKhata): z.infer<typeof Khata> {
  const { partnerEmail, partnerPhone, isClosed, hasEntries, allowance } = khata;
  const sums = AGEING_BUCKETS.map((bucket) => [bucket, rupeesOfPaise(ageing[bucket])]);
  return {
    ...toPartner(khata, dues[0]?.dueOn ?? null),
    partnerEmail,
    partnerPhone,
    isClosed,
    hasEntries,
    opening: khata.opening === undefined ? null : toOpening(khata.opening),
    allowance:
      allowance === undefined
        ? null
        : { amount: rupeesOfPaise(allowance.paise), until: isoTime(allowance.until) },
    remindedOn: khata.remindedOn ?? null,
    upiId: khata.upiId ?? null,
    ageing: Object.fromEntries(sums) as Record<AgeingBucket, number>,
    ...(isOfOldest && { ageingOfOldest: true }),
    dues: dues.map(toDue),
  };
}

function toOpening(opening: NonNullable<KhataView["opening"]>): z.infer<typeof Opening> {
  const { _id, paise, day: since, state, proposedAt, countsAt, answeredAt, objection } = opening;
  return {
    _id,
    amount: rupeesOfPaise(paise),
    day: since,
    state,
    proposedAt: isoTime(proposedAt),
    countsAt: isoTime(countsAt),
    answeredAt: answeredAt === undefined ? null : isoTime(answeredAt),
    objection: objection ?? null,
  };
}

function toEntry(entry: LedgerEntryView): z.infer<typeof KhataEntry> {
  const { _id, kind, paise, balanceAfterPaise, at } = entry;
  return {
    _id,
    kind,
    amount: rupeesOfPaise(paise),
    balance: rupeesOfPaise(balanceAfterPaise),
    day: entry.day,
    createdAt: isoTime(at),
    invoiceId: entry.invoiceId ?? null,
    printedNumber: entry.printedNumber ?? null,
    paymentId: entry.paymentId ?? null,
    ...(entry.creditNoteId !== undefined && { creditNoteId: entry.creditNoteId }),
    method: entry.method ?? null,
    reference: entry.reference ?? null,
    ...(entry.bank !== undefined && { bank: entry.bank }),
    reason: entry.reason ?? null,
  };
}

const who = { who: ["retailer", "distributor"] } as const;
export const params = z.object({ partnerId: z.string() });

const reading = {
  partners: createRoute({
    method: "get",
    path: "/api/khata",
    tags: ["khata"],
    summary: "The caller's partners with balance and terms, the greatest balance first",
    ...policy(who),
    request: { query: z.object(pageQuery) },
    responses: { 200: pageAnswer(KhataPartner), ...refusals(400, 401, 403) },
  }),
  one: createRoute({
    method: "get",
    path: "/api/khata/{partnerId}",
    tags: ["khata"],
    summary: "Balance, terms, ageing and oldest dues with one partner",
    description: "Of somebody whom the caller has traded with or is connected to.",
    ...policy(who),
    request: { params },
    responses: { 200: ok(Khata), ...refusals(401, 403, 404) },
  }),
  entries: createRoute({
    method: "get",
    path: "/api/khata/{partnerId}/entries",
    tags: ["khata"],
    summary: "The entries with one partner, the newest first",
    ...policy(who),
    request: { params, query: z.object(pageQuery) },
    responses: { 200: pageAnswer(KhataEntry), ...refusals(400, 401, 403, 404) },
  }),
  statement: createRoute({
    method: "get",
    path: "/api/khata/{partnerId}/statement",
    tags: ["khata"],
    summary: "Balances at both ends of a period and its entries, the oldest first",
    description: `Both days belong to it; they lie at most ${STATEMENT_DAYS_MAX} days apart. While more entries follow, \`Link\` names the next page, with the same balances.`,
    ...policy({
      ...who,
      invalid: (field): ErrorData =>
        field === "from" || field === "to"
          ? { code: "BAD_PERIOD", field }
          : { code: "BAD_REQUEST", field },
    }),
    request: { params, query: z.object({ ...pageQuery, from: day, to: day }) },
    responses: {
      200: { ...ok(Statement), headers: pageAnswer(KhataEntry).headers },
      ...refusals(400, 401, 403, 404),
    },
  }),
};

export function addKhata(app: RestApp): void {
  app.openapi(reading.partners, async (c) => {
    const asked = { caller: c.get("caller"), paginationOpts: pageOf(c.req.valid("query")) };
    const result = await c.env.runQuery(calls.partners, asked);
    linkNext(c, result);
    return c.json(
      result.page.map((row) => toPartner(row, row.oldestDueOn)),
      200,
    );
  });
  app.openapi(reading.one, async (c) => {
    const { partnerId } = c.req.valid("param");
    const asked = { caller: c.get("caller"), partnerId, today: todayIst(Date.now()) };
    return c.json(toKhata(await c.env.runQuery(calls.one, asked)), 200);
  });
  app.openapi(reading.entries, async (c) => {
    const { partnerId } = c.req.valid("param");
    const paginationOpts = pageOf(c.req.valid("query"));
    const asked = { caller: c.get("caller"), partnerId, paginationOpts };
    const result = await c.env.runQuery(calls.entries, asked);
    linkNext(c, result);
    return c.json(result.page.map(toEntry), 200);
  });
  app.openapi(reading.statement, async (c) => {
    const { partnerId } = c.req.valid("param");
    const { from, to, ...page } = c.req.valid("query");
    const asked = { caller: c.get("caller"), partnerId, from, to, paginationOpts: pageOf(page) };
    const { entries, ...balances } = await c.env.runQuery(calls.statement, asked);
    linkNext(c, entries);
    const [opening, closing] = [balances.openingPaise, balances.closingPaise].map(rupeesOfPaise);
    return c.json(
      {
        from,
        to,
        opening: opening ?? 0,
        closing: closing ?? 0,
        entries: entries.page.map(toEntry),
      },
      200,
    );
  });
}
