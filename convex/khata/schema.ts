/** The tables of the khata: what each retailer owes each distributor, on which terms, and how it came about. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PAYMENT_METHODS } from "../../domain/paymentMethods";
import { CREDIT_FIELDS } from "../../domain/fields/creditTerms";
import { OPENING_STATES } from "../../domain/openings";
import { validatorsOf } from "../fields";

export const paymentMethod = v.union(...PAYMENT_METHODS.map((method) => v.literal(method)));

const pair = { retailerId: v.id("users"), distributorId: v.id("users") };

export const creditTermsFields = validatorsOf(CREDIT_FIELDS);

const openingState = v.union(...OPENING_STATES.map((state) => v.literal(state)));

export const ledgerEntryKind = v.union(
  v.literal("opening"),
  v.literal("invoice"),
  v.literal("payment"),
  /** A payment that bounced or was recorded wrongly. */
  v.literal("reversal"),
  /** Invoiced goods that are not sent any more, because a party closed its account. */
  v.literal("cancellation"),
  v.literal("creditNote"),
);

/** Fields of a ledger entry that its two sides see. */
export const ledgerEntryFields = {
  kind: ledgerEntryKind,
  /** Above zero: the retailer owes more. */
  paise: v.number(),
  balanceAfterPaise: v.number(),
  at: v.number(),
  /** YYYY-MM-DD of `at` in India, so that days and entries ascend together. */
  day: v.string(),
  invoiceId: v.optional(v.id("invoices")),
  paymentId: v.optional(v.id("payments")),
  creditNoteId: v.optional(v.id("creditNotes")),
  /** The number of the invoice or credit note; the next three are the payment's: lists do not read these again. */
  printedNumber: v.optional(v.string()),
  method: v.optional(paymentMethod),
  reference: v.optional(v.string()),
  bank: v.optional(v.string()),
  reason: v.optional(v.string()),
};

export const khataTables = {
  /**
   * One row per pair, apart from its connection, so that lists of the network do not run again with each order. Made by the pair's
   * first order, terms or entry, and never deleted: a debt outlives connections and accounts.
   */
  creditAccounts: defineTable({
    ...pair,
    ...creditTermsFields,
    /** The retailer's debt, paise: the sum of all entries, and of all open dues less advances. */
    balancePaise: v.number(),
    /** Paid and not used for an invoice yet, paise. */
    advancePaise: v.number(),
    /**
     * Minus the time of the oldest open due's day, so that the order of descending ranks begins with what is late for longest and ends with
     * those who owe nothing: absent while no due is open.
     */
    oldestDueRank: v.optional(v.number()),
    /** Value of the pair's pending orders, paise. */
    openOrdersPaise: v.number(),
    /** Lines of them that are still asked for. */
    openLines: v.number(),
    /** Pieces of these lines, of whatever product. */
    openPieces: v.number(),
    /** The pair's latest orders, at most USUAL_ORDERS, the newest last. */
    latestOrders: v.array(v.id("orders")),
    /** "Allow once": room beside the limit for one order. */
    allowance: v.optional(v.object({ paise: v.number(), until: v.number() })),
    /** True once the two keep their money here: terms, an opening balance or a payment. Pairs that don't are not reminded. */
    isUsed: v.optional(v.literal(true)),
    /** The destination of the goods, as the distributor said when it accepted. The retailer's own State wins. */
    delivery: v.optional(v.object({ stateCode: v.string(), pincode: v.optional(v.string()) })),
    /** YYYY-MM-DD of the last reminder, at most one a day. */
    remindedOn: v.optional(v.string()),
  })
    .index("by_pair", ["retailerId", "distributorId"])
    .index("by_retailer", ["retailerId", "balancePaise"])
    .index("by_distributor", ["distributorId", "balancePaise"])
    .index("by_retailer_due", ["retailerId", "oldestDueRank"])
    .index("by_distributor_due", ["distributorId", "oldestDueRank"]),

  /**
   * A sum that a distributor says was open before the khata began. Written by its proposal, ended once; the sum and the day never change. It has
   * an entry if and only if it counts. Never deleted.
   */
  openings: defineTable({
    ...pair,
    /** Above zero: the retailer owes it; below: it has paid it in advance. */
    paise: v.number(),
    /** YYYY-MM-DD since when. */
    day: v.string(),
    state: openingState,
    proposedAt: v.number(),
    /** When it counts unless the retailer objects. */
    countsAt: v.number(),
    /** When it ended, by whomever. */
    answeredAt: v.optional(v.number()),
    /** The retailer's words. */
    objection: v.optional(v.string()),
  }).index("by_pair", ["retailerId", "distributorId"]),

  /** Appended in the transaction that causes it. Never changed or deleted. */
  ledgerEntries: defineTable({
    ...pair,
    ...ledgerEntryFields,
    actorId: v.id("users"),
  })
    .index("by_pair", ["retailerId", "distributorId", "day"])
    // With all partners, for exports.
    .index("by_retailer_day", ["retailerId", "day"])
    .index("by_distributor_day", ["distributorId", "day"]),

  /** One row per sum that is to be paid: an invoice, or an opening balance. Only `openPaise` and what follows from it change. */
  dues: defineTable({
    ...pair,
    /** Absent for an opening balance. */
    invoiceId: v.optional(v.id("invoices")),
    printedNumber: v.optional(v.string()),
    /** YYYY-MM-DD. */
    dueOn: v.string(),
    totalPaise: v.number(),
    openPaise: v.number(),
    /** True while `openPaise` is not zero, for the indexes. */
    isOpen: v.boolean(),
    /** YYYY-MM-DD of the next reminder; absent once it is paid. */
    remindOn: v.optional(v.string()),
  })
    .index("by_invoice", ["invoiceId"])
    .index("by_pair", ["retailerId", "distributorId", "isOpen", "dueOn"])
    .index("by_retailer", ["retailerId", "isOpen", "dueOn"])
    .index("by_distributor", ["distributorId", "isOpen", "dueOn"])
    .index("by_reminder", ["remindOn"]),

  /** The unused rest of an entry that lowers the balance. Invoices use it up; it is deleted when nothing is left. */
  advances: defineTable({
    ...pair,
    entryId: v.id("ledgerEntries"),
    leftPaise: v.number(),
    /** Dues that it paid a part of, so that a reversal can open all of them in one transaction. */
    dueCount: v.number(),
  })
    .index("by_pair", ["retailerId", "distributorId"])
    .index("by_entry", ["entryId"]),

  /** The part of a due that an entry paid. Appended; a reversal appends the same sums below zero. Never changed or deleted. */
  allocations: defineTable({
    entryId: v.id("ledgerEntries"),
    dueId: v.id("dues"),
    paise: v.number(),
  })
    .index("by_entry", ["entryId"])
    .index("by_due", ["dueId"]),
};
