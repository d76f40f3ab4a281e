/** The tables of credit notes. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CREDIT_REASONS, NOTE_REASONS } from "../../domain/creditNotes";
import { lineTax, taxAmounts } from "../invoices/schema";
import { BY_ONCE, onceField } from "../once";

export const creditReason = v.union(...CREDIT_REASONS.map((reason) => v.literal(reason)));
export const noteReason = v.union(...NOTE_REASONS.map((reason) => v.literal(reason)));

/** A line of the invoice: the credited pieces, and their parts of its sums. */
export const creditNoteLine = v.object({
  /** That of the invoice's line. */
  lineId: v.string(),
  productName: v.string(),
  quantity: v.number(),
  pricePaise: v.number(),
  totalPaise: v.number(),
  ...lineTax,
});

export const creditNoteTables = {
  /**
   * Written once, with its ledger entry and the stock that it returns. Its parties and what else it shares with the invoice stand there.
   * Never changed or deleted: the law wants it kept as the invoice.
   */
  creditNotes: defineTable({
    invoiceId: v.id("invoices"),
    distributorId: v.id("users"),
    retailerId: v.id("users"),
    /** "26-27", of the day of issue. */
    financialYear: v.string(),
    /** 1, 2, … without a gap per distributor and financial year (CGST rule 53). */
    number: v.number(),
    printedNumber: v.string(),
    issuedAt: v.number(),
    reason: noteReason,
    reasonText: v.optional(v.string()),
    /** True: the pieces went back to stock. */
    restocks: v.boolean(),
    /** The lines in the invoice's order, with the parts of the credited pieces alone. */
    lines: v.array(creditNoteLine),
    ...taxAmounts,
    totalPaise: v.number(),
    /** Null of a cancellation, which its order has once. */
    once: v.union(onceField, v.null()),
  })
    .index("by_once", BY_ONCE)
    .index("by_invoice", ["invoiceId"])
    // In order of creation, not of keys.
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_distributor", ["distributorId"])
    // Of a month.
    .index("by_distributor_time", ["distributorId", "issuedAt"])
    .index("by_retailer", ["retailerId"]),

  /** Sums and pieces that all notes of an invoice credited: one row per invoice with a note, changed with each. Kept as long as these. */
  invoiceCredits: defineTable({
    invoiceId: v.id("invoices"),
    /** Pieces of each line, in the invoice's order. */
    pieces: v.array(v.number()),
    paise: v.number(),
    notes: v.number(),
  }).index("by_invoice", ["invoiceId"]),
};
