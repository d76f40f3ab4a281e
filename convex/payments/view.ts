/** A payment as its two sides see it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { paymentState, tradeParty } from "./schema";
import { paymentMethod } from "../khata/schema";

export const paymentView = v.object({
  _id: v.id("payments"),
  retailerId: v.id("users"),
  distributorId: v.id("users"),
  retailerName: v.string(),
  retailerEmail: v.string(),
  shopName: v.string(),
  distributorName: v.string(),
  distributorEmail: v.string(),
  companyName: v.string(),
  amountPaise: v.number(),
  method: paymentMethod,
  reference: v.optional(v.string()),
  /** The bank of a cheque. */
  bank: v.optional(v.string()),
  /** YYYY-MM-DD. */
  paidOn: v.string(),
  /** Invoices that it is for, in this order; then the oldest. */
  invoiceIds: v.array(v.id("invoices")),
  proofUrl: v.union(v.string(), v.null()),
  recordedBy: tradeParty,
  recordedAt: v.number(),
  state: paymentState,
  /** The reason of a dispute or reversal. */
  reason: v.optional(v.string()),
  /** The retailer's word against a payment that the distributor recorded. */
  objection: v.optional(v.string()),
});

export type PaymentView = Infer<typeof paymentView>;

/** Null without its two accounts, which are never deleted. */
export async function toPaymentView(
  ctx: QueryCtx,
  payment: Doc<"payments">,
): Promise<PaymentView | null> {
  const [retailer, distributor] = await Promise.all([
    ctx.db.get("users", payment.retailerId),
    ctx.db.get("users", payment.distributorId),
  ]);
  if (retailer === null || distributor === null) return null;
  const { _id, retailerId, distributorId, amountPaise, method, reference, bank, paidOn } = payment;
  const { invoiceIds, proofImageId, recordedBy, recordedAt, state, reason, objection } = payment;
  return {
    _id,
    retailerId,
    distributorId,
    amountPaise,
    method,
    reference,
    bank,
    paidOn,
    invoiceIds,
    retailerName: retailer.name,
    retailerEmail: retailer.email,
    shopName: retailer.shopName ?? "",
    distributorName: distributor.name,
    distributorEmail: distributor.email,
    companyName: distributor.companyName ?? "",
    proofUrl: proofImageId === undefined ? null : await ctx.storage.getUrl(proofImageId),
    recordedBy,
    recordedAt,
    state,
    reason,
    objection,
  };
}
