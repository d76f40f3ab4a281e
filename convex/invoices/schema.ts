/** The tables of invoices and of their numbers. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const invoiceDistributor = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  address: v.string(),
  companyName: v.string(),
});

export const invoiceRetailer = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  address: v.string(),
  shopName: v.string(),
});

export const invoiceTables = {
  /**
   * Written once, in the transaction that accepts the order; one per accepted order. Nothing in it changes afterwards, except
   * that a missing QR code can still be added. Never deleted: the law wants invoices kept.
   */
  invoices: defineTable({
    orderId: v.id("orders"),
    distributorId: v.id("users"),
    retailerId: v.id("users"),
    /** "26-27": April to March, in India. */
    financialYear: v.string(),
    /** 1, 2, … without a gap per distributor and financial year (CGST rule 46). */
    number: v.number(),
    /** As it stands on paper, at most 16 characters: the prefix is that of the day of issue. */
    printedNumber: v.string(),
    issuedAt: v.number(),
    orderDate: v.number(),
    acceptedAt: v.number(),
    deliveryBefore: v.string(),
    distributor: invoiceDistributor,
    retailer: invoiceRetailer,
    lines: v.array(
      v.object({
        productName: v.string(),
        description: v.string(),
        imageId: v.id("_storage"),
        quantity: v.number(),
        pricePaise: v.number(),
        totalPaise: v.number(),
      }),
    ),
    netAmountPaise: v.number(),
    /** The uploaded picture, if there is one; otherwise `upiLink`, if there is one, says what the QR code to draw contains. */
    qrImageId: v.optional(v.id("_storage")),
    upiLink: v.optional(v.string()),
  })
    .index("by_order", ["orderId"])
    .index("by_distributor", ["distributorId"])
    .index("by_retailer", ["retailerId"])
    .index("by_payment_code", ["qrImageId", "distributorId", "retailerId"]),

  /** The last number given: one row per (distributor, financial year), made by that year's first invoice. */
  invoiceCounters: defineTable({
    distributorId: v.id("users"),
    financialYear: v.string(),
    last: v.number(),
  }).index("by_series", ["distributorId", "financialYear"]),
};
