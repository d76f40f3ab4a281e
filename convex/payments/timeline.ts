/** Events of an invoice's payments: of those that name it, and of those that paid a part of it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { dueOf } from "../khata/accounts";
import { pickFields } from "../rows";
import { paidParts } from "./list";
import { paymentTables, tradeParty } from "./schema";

/** Payments of the pair since the invoice that are looked at for its name. */
const PAYMENTS_READ = 200;
/** The events of one payment that are read: told, objected to, moved twice at most. */
const EVENTS_READ = 10;

const { payments, paymentEvents } = paymentTables;
const EVENT = ["kind", "at", "reason"] as const;
const PAYMENT = ["recordedBy", "amountPaise", "method", "reference", "bank"] as const;

export const paymentEventView = v.object({
  _id: v.id("paymentEvents"),
  ...paymentEvents.validator.pick(...EVENT).fields,
  by: tradeParty,
  payment: v.object({
    ...payments.validator.pick(...PAYMENT).fields,
    /** Paid of this invoice now; 0 of a claim that waits, and of what was reversed. */
    paidPaise: v.number(),
  }),
});

export type PaymentEventView = Infer<typeof paymentEventView>;

/** Payments of the pair that name the invoice, in any state. None of them is older than it. */
async function namedFor(ctx: QueryCtx, invoice: Doc<"invoices">): Promise<Doc<"payments">[]> {
  const later = await ctx.db
    .query("payments")
    .withIndex("by_pair_time", (q) =>
      q
        .eq("retailerId", invoice.retailerId)
        .eq("distributorId", invoice.distributorId)
        .gte("_creationTime", invoice._creationTime),
    )
    .take(PAYMENTS_READ);
  return later.filter(({ invoiceIds }) => invoiceIds.includes(invoice._id));
}

async function eventsOf(
  ctx: QueryCtx,
  payment: Doc<"payments">,
  paidPaise: number,
): Promise<PaymentEventView[]> {
  const events = await ctx.db
    .query("paymentEvents")
    .withIndex("by_payment", (q) => q.eq("paymentId", payment._id))
    .take(EVENTS_READ);
  return events.map((event) => ({
    ...pickFields(event, "_id", ...EVENT),
    by: event.actorId === payment.retailerId ? ("retailer" as const) : ("distributor" as const),
    payment: { ...pickFields(payment, ...PAYMENT), paidPaise },
  }));
}

/** Returns the events in no order. The caller is a party of the invoice. */
export async function paymentEventsOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
): Promise<PaymentEventView[]> {
  const paid = [...(await paidParts(ctx, await dueOf(ctx, invoice._id)))];
  const byId = new Map(paid.map(([payment, paise]) => [payment._id, { payment, paise }]));
  for (const payment of await namedFor(ctx, invoice))
    if (!byId.has(payment._id)) byId.set(payment._id, { payment, paise: 0 });
  const events = [...byId.values()].map(({ payment, paise }) => eventsOf(ctx, payment, paise));
  return (await Promise.all(events)).flat();
}
