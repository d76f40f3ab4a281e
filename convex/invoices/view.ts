/** An invoice as its two parties see it: a line of the list, and the whole page (spec §2.7). */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { orderStatus } from "../orders/schema";
import { invoiceDistributor, invoiceRetailer } from "./schema";

export const invoiceSummary = v.object({
  _id: v.id("invoices"),
  invoiceNo: v.string(),
  printedNumber: v.string(),
  createdAt: v.number(),
  distributorName: v.string(),
  retailerName: v.string(),
  shopName: v.string(),
  netAmountPaise: v.number(),
  productName: v.string(),
});

export const invoicePage = v.object({
  _id: v.id("invoices"),
  orderId: v.id("orders"),
  invoiceNo: v.string(),
  printedNumber: v.string(),
  createdAt: v.number(),
  orderDate: v.number(),
  acceptedAt: v.number(),
  deliveryBefore: v.string(),
  /** The order's, as it stands now; all else is as issued. */
  orderStatus,
  distributor: invoiceDistributor,
  retailer: invoiceRetailer,
  lines: v.array(
    v.object({
      productName: v.string(),
      quantity: v.number(),
      pricePaise: v.number(),
      totalPaise: v.number(),
      description: v.string(),
      imageUrl: v.union(v.string(), v.null()),
    }),
  ),
  netAmountPaise: v.number(),
  qrImageUrl: v.union(v.string(), v.null()),
  upiLink: v.optional(v.string()),
  authorizedSignature: v.string(),
});

export type InvoiceSummary = Infer<typeof invoiceSummary>;
export type InvoicePage = Infer<typeof invoicePage>;

export function toInvoiceSummary(invoice: Doc<"invoices">): InvoiceSummary {
  return {
    _id: invoice._id,
    invoiceNo: String(invoice.number),
    printedNumber: invoice.printedNumber,
    createdAt: invoice.issuedAt,
    distributorName: invoice.distributor.name,
    retailerName: invoice.retailer.name,
    shopName: invoice.retailer.shopName,
    netAmountPaise: invoice.netAmountPaise,
    productName: invoice.lines.map((line) => line.productName).join(", "),
  };
}

async function toLineView(ctx: QueryCtx, { imageId, ...line }: Doc<"invoices">["lines"][number]) {
  return { ...line, imageUrl: await ctx.storage.getUrl(imageId) };
}

/** Null without its order; orders are never deleted. */
export async function toInvoicePage(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
): Promise<InvoicePage | null> {
  const order = await ctx.db.get("orders", invoice.orderId);
  if (order === null) return null;
  return {
    _id: invoice._id,
    orderId: invoice.orderId,
    invoiceNo: String(invoice.number),
    printedNumber: invoice.printedNumber,
    createdAt: invoice.issuedAt,
    orderDate: invoice.orderDate,
    acceptedAt: invoice.acceptedAt,
    deliveryBefore: invoice.deliveryBefore,
    orderStatus: order.status,
    distributor: invoice.distributor,
    retailer: invoice.retailer,
    lines: await Promise.all(invoice.lines.map((line) => toLineView(ctx, line))),
    netAmountPaise: invoice.netAmountPaise,
    qrImageUrl:
      invoice.qrImageId === undefined ? null : await ctx.storage.getUrl(invoice.qrImageId),
    upiLink: invoice.upiLink,
    authorizedSignature: invoice.distributor.name,
  };
}
