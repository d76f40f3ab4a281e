/** The tables of invoices and of their numbers. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { CONTACT_FIELDS } from "../../domain/fields/account";
import { namesOf } from "../../domain/fields/kinds";
import { TAX_PARTY_FIELDS } from "../../domain/fields/taxDetails";
import { TAX_KINDS } from "../../domain/gst/kinds";
import { userTables } from "../users/schema";

/** A party as it was on the day of issue. Tax details are absent on bills; the scheme is the distributor's. */
const party = userTables.users.validator.pick(
  ...namesOf(CONTACT_FIELDS),
  ...namesOf(TAX_PARTY_FIELDS),
  "gstScheme",
);

export const invoiceDistributor = party.extend({ companyName: v.string() });

export const invoiceRetailer = party.extend({ shopName: v.string() });

/** Parts of a line's or a document's sum, integer paise; absent on bills. */
export const taxAmounts = {
  taxablePaise: v.optional(v.number()),
  /** Value of nil-rated and exempt goods, and of all goods by composition. */
  untaxedPaise: v.optional(v.number()),
  cgstPaise: v.optional(v.number()),
  sgstPaise: v.optional(v.number()),
  igstPaise: v.optional(v.number()),
};

/** The tax of a line, as on the day of issue; absent on bills. */
export const lineTax = {
  ...taxAmounts,
  hsn: v.optional(v.string()),
  taxKind: v.optional(v.union(...TAX_KINDS.map((kind) => v.literal(kind)))),
  /** Unit code of the tax office, such as PCS. */
  uqc: v.optional(v.string()),
  /** Rate of the day of issue, in basis points: 1800 is 18 %. */
  gstRateBp: v.optional(v.number()),
};

const invoiceLine = v.object({
  /** As `domain/orderLines.ts` names the line of the order. */
  lineId: v.string(),
  productId: v.id("products"),
  productName: v.string(),
  description: v.string(),
  imageId: v.id("_storage"),
  quantity: v.number(),
  pricePaise: v.number(),
  totalPaise: v.number(),
  ...lineTax,
});

export const taxDocumentKind = v.union(
  v.literal("taxInvoice"),
  v.literal("billOfSupply"),
  v.literal("invoiceCumBillOfSupply"),
);

export const invoiceTables = {
  /**
   * Written once, in the transaction that accepts an order; one per order. Nothing in it changes afterwards, except
   * that a missing QR code can still be added. Never deleted: the law wants invoices kept.
   */
  invoices: defineTable({
    orderId: v.id("orders"),
    distributorId: v.id("users"),
    retailerId: v.id("users"),
    /** "26-27": April to March, in India. */
    financialYear: v.string(),
    /** 1, 2, … without a gap per distributor, series and financial year (CGST rule 46). */
    number: v.number(),
    /** As it stands on paper, at most 16 characters: the prefix is that of the day of issue. */
    printedNumber: v.string(),
    issuedAt: v.number(),
    orderDate: v.number(),
    acceptedAt: v.number(),
    deliveryBefore: v.string(),
    distributor: invoiceDistributor,
    retailer: invoiceRetailer,
    lines: v.array(invoiceLine),
    /** Sum of quantity × price over all lines. */
    netAmountPaise: v.number(),
    /** The sum owed, with tax and rounding, where there is any. */
    payablePaise: v.number(),
    ...taxAmounts,
    /** Added to reach a whole rupee, −49 to 50. */
    roundOffPaise: v.optional(v.number()),
    /** Absent: a bill without tax. */
    kind: v.optional(taxDocumentKind),
    /** State code of the place of supply. */
    placeOfSupply: v.optional(v.string()),
    isInterState: v.optional(v.boolean()),
    /**
     * The uploaded picture, if there is one; otherwise `upiLink`, if there is one, says that a code is drawn. It is the link of the day
     * of issue: what is shown is made anew for what is open (`payLink.ts`).
     */
    qrImageId: v.optional(v.id("_storage")),
    upiLink: v.optional(v.string()),
  })
    // Lists are in order of creation, exports of a period by the moment of issue.
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_distributor", ["distributorId"])
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_retailer", ["retailerId"])
    .index("by_distributor_time", ["distributorId", "issuedAt"])
    .index("by_retailer_time", ["retailerId", "issuedAt"])
    .index("by_payment_code", ["qrImageId", "distributorId", "retailerId"]),

  /** The last number given: one row per (distributor, financial year, series), made by that year's first document of it. */
  invoiceCounters: defineTable({
    distributorId: v.id("users"),
    financialYear: v.string(),
    /** Bills of supply, or credit notes; absent: bills and tax invoices. */
    series: v.optional(v.union(v.literal("BS"), v.literal("CN"))),
    last: v.number(),
  }).index("by_series", ["distributorId", "financialYear"]),
};
