/** A payment as its two sides see it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { pickFields } from "../rows";
import { paymentTables } from "./schema";

const SEEN = [
  "retailerId",
  "distributorId",
  "amountPaise",
  "method",
  "reference",
  "bank",
  "paidOn",
  "invoiceIds",
  "recordedBy",
  "recordedAt",
  "state",
  "reason",
  "objection",
] as const;

export const paymentView = v.object({
  _id: v.id("payments"),
  ...paymentTables.payments.validator.pick(...SEEN).fields,
  retailerName: v.string(),
  retailerEmail: v.string(),
  shopName: v.string(),
  distributorName: v.string(),
  distributorEmail: v.string(),
  companyName: v.string(),
  proofUrl: v.union(v.string(), v.null()),
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
  const { proofImageId } = payment;
  return {
    ...pickFields(payment, "_id", ...SEEN),
    retailerName: retailer.name,
    retailerEmail: retailer.email,
    shopName: retailer.shopName ?? "",
    distributorName: distributor.name,
    distributorEmail: distributor.email,
    companyName: distributor.companyName ?? "",
    proofUrl: proofImageId === undefined ? null : await ctx.storage.getUrl(proofImageId),
  };
}
