/** Reading payments: those that wait, those of a partner, and those that paid an invoice. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { CREDIT_NOTES_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { claimsOf } from "../khata/claims";
import { requireKhata } from "../khata/find";
import { mapPage, pageOptions } from "../paging";
import { toPaymentView, type PaymentView } from "./view";

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
