/** Reading payments: those that wait, those of a partner, and those that paid an invoice. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { CREDIT_NOTES_MAX, OPEN_CLAIMS_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { findInvoiceOf } from "../invoices/list";
import { payLinkOf } from "../invoices/payLink";
import { dueOf } from "../khata/accounts";
import { requireKhata } from "../khata/find";
import type { Pair } from "../network/pair";
import { mapPage, pageOptions } from "../paging";
import { bankAccount } from "../users/schema";
import { paymentView, toPaymentView, type PaymentView } from "./view";

/** Claims of a party with all its partners that wait, the oldest first. FORBIDDEN for admins. */
export function claimsOf(ctx: QueryCtx, user: Doc<"users">) {
  const payments = ctx.db.query("payments");
  switch (user.role) {
    case "retailer":
      return payments.withIndex("by_retailer", (q) =>
        q.eq("retailerId", user._id).eq("state", "claimed"),
      );
    case "distributor":
      return payments.withIndex("by_distributor", (q) =>
        q.eq("distributorId", user._id).eq("state", "claimed"),
      );
    case "admin":
      return fail("FORBIDDEN");
    default:
      return user.role satisfies never;
  }
}

/** Claims of a pair that wait. */
export function claimsBetween(ctx: QueryCtx, { retailerId, distributorId }: Pair) {
  return ctx.db
    .query("payments")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("state", "claimed"),
    );
}

/** Claims of all partners that wait for the distributor, the oldest first. FORBIDDEN for admins. */
export async function listWaiting(
  ctx: QueryCtx,
  user: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<PaymentView>> {
  const result = await claimsOf(ctx, user).paginate(pageOptions(paginationOpts));
  return mapPage(result, (payment) => toPaymentView(ctx, payment));
}

/** All payments with one partner, the newest first. Errors: FORBIDDEN, NOT_FOUND. */
export async function listPayments(
  ctx: QueryCtx,
  user: Doc<"users">,
  partnerId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<PaymentView>> {
  const { pair } = await requireKhata(ctx, user, partnerId);
  const result = await ctx.db
    .query("payments")
    .withIndex("by_pair_time", (q) =>
      q.eq("retailerId", pair.retailerId).eq("distributorId", pair.distributorId),
    )
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  return mapPage(result, (payment) => toPaymentView(ctx, payment));
}

/** Allocations of one invoice that are read: those of its credit notes are no payments. */
const ALLOCATIONS_READ = 100 + CREDIT_NOTES_MAX;

export const invoiceMoney = v.object({
  /** The caller's partner, whose khata it stands in. */
  partnerId: v.id("users"),
  /** Open now, paise. */
  openPaise: v.number(),
  /** YYYY-MM-DD. */
  dueOn: v.string(),
  /** Opens a payment app with exactly what is open; absent when nothing is, without a UPI ID, and where a picture was chosen. */
  upiLink: v.optional(v.string()),
  upiId: v.optional(v.string()),
  bankAccount: v.optional(bankAccount),
  /** In order of time, with what each paid of this invoice; 0 of a claim that waits. */
  payments: v.array(v.object({ payment: paymentView, paise: v.number() })),
});

export type InvoiceMoney = Infer<typeof invoiceMoney>;

/** Payments that paid a part of the due, and what they paid of it; those that were reversed have 0. */
export async function paidParts(
  ctx: QueryCtx,
  due: Doc<"dues">,
): Promise<Map<Doc<"payments">, number>> {
  const allocations = await ctx.db
    .query("allocations")
    .withIndex("by_due", (q) => q.eq("dueId", due._id))
    .take(ALLOCATIONS_READ);
  const byId = new Map<string, { payment: Doc<"payments">; paise: number }>();
  for (const { entryId, paise } of allocations) {
    const entry = await ctx.db.get("ledgerEntries", entryId);
    const paymentId = entry?.paymentId;
    const payment = paymentId === undefined ? null : await ctx.db.get("payments", paymentId);
    if (payment === null) continue;
    byId.set(payment._id, { payment, paise: paise + (byId.get(payment._id)?.paise ?? 0) });
  }
  return new Map([...byId.values()].map(({ payment, paise }) => [payment, paise]));
}

/** Claims that name the invoice and wait. */
async function claimsFor(ctx: QueryCtx, invoice: Doc<"invoices">): Promise<Doc<"payments">[]> {
  const claims = await claimsBetween(ctx, invoice).take(OPEN_CLAIMS_MAX);
  return claims.filter(({ invoiceIds }) => invoiceIds.includes(invoice._id));
}

/** The money of one invoice; null for whoever is no party of it, and for what is no id. */
export async function moneyOfInvoice(
  ctx: QueryCtx,
  user: Doc<"users">,
  invoiceId: string,
): Promise<InvoiceMoney | null> {
  const invoice = await findInvoiceOf(ctx, user, invoiceId);
  if (invoice === null) return null;
  const due = await dueOf(ctx, invoice._id);
  const distributor = await ctx.db.get("users", invoice.distributorId);
  const parts = await paidParts(ctx, due);
  for (const claim of await claimsFor(ctx, invoice)) parts.set(claim, 0);
  const shown = [...parts].map(async ([payment, paise]) => {
    const view = await toPaymentView(ctx, payment);
    return view === null ? [] : [{ payment: view, paise }];
  });
  const payments = (await Promise.all(shown)).flat();
  return {
    partnerId: user._id === invoice.retailerId ? invoice.distributorId : invoice.retailerId,
    openPaise: due.openPaise,
    dueOn: due.dueOn,
    upiLink: await payLinkOf(ctx, invoice, due),
    upiId: distributor?.upiId,
    bankAccount: distributor?.bankAccount,
    payments: payments.sort((one, other) => one.payment.recordedAt - other.payment.recordedAt),
  };
}
