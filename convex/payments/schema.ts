/** The tables of payments: what retailer and distributor say of money that went between them, outside Mandi. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PAYMENT_STATES } from "../../domain/paymentLifecycle";
import { paymentMethod } from "../khata/schema";
import { BY_ONCE, onceField } from "../once";

const paymentState = v.union(...PAYMENT_STATES.map((state) => v.literal(state)));
export const tradeParty = v.union(v.literal("retailer"), v.literal("distributor"));

export const paymentTables = {
  /**
   * Claimed by the retailer, or recorded by the distributor. Afterwards only its state moves, by `payments/moves.ts`, and an objection
   * can be added. Never deleted.
   */
  payments: defineTable({
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    amountPaise: v.number(),
    method: paymentMethod,
    /** As `referenceOf` writes it; absent for cash. */
    reference: v.optional(v.string()),
    /** The bank of a cheque, as it was told: cheques are numbered anew for each account. */
    bank: v.optional(v.string()),
    /** Finds the reference among all of the distributor's: with the bank of a cheque, by `referenceKeyOf`. Absent for cash, and for a cheque without a bank. */
    referenceKey: v.optional(v.string()),
    /** YYYY-MM-DD, as the payer says. */
    paidOn: v.string(),
    /** Invoices that it is for, in this order; then the oldest. */
    invoiceIds: v.array(v.id("invoices")),
    proofImageId: v.optional(v.id("_storage")),
    recordedBy: tradeParty,
    recordedById: v.id("users"),
    recordedAt: v.number(),
    once: onceField,
    state: paymentState,
    /** The reason of a dispute or reversal. */
    reason: v.optional(v.string()),
    /** The retailer's word against a payment that the distributor recorded. */
    objection: v.optional(v.string()),
    /** The entry of its confirmation. */
    entryId: v.optional(v.id("ledgerEntries")),
  })
    .index("by_once", BY_ONCE)
    .index("by_reference", ["distributorId", "referenceKey"])
    .index("by_pair_reference", ["retailerId", "distributorId", "reference"])
    .index("by_pair", ["retailerId", "distributorId", "state"])
    // All payments of a pair in order of time, not of state.
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_pair_time", ["retailerId", "distributorId"])
    .index("by_retailer", ["retailerId", "state"])
    .index("by_distributor", ["distributorId", "state"])
    .index("by_proof", ["proofImageId"]),

  /** One row per thing that happened to a payment, appended in the same transaction. Never changed or deleted. */
  paymentEvents: defineTable({
    paymentId: v.id("payments"),
    kind: v.union(paymentState, v.literal("objected")),
    actorId: v.id("users"),
    at: v.number(),
    reason: v.optional(v.string()),
  }).index("by_payment", ["paymentId"]),
};
