/** An invoice as its two parties see it: a line of the list, and the whole page (spec §2.7). */
import { v, type Infer } from "convex/values";
import type { OrderStatus } from "../../domain/orderLifecycle";
import { upiLink } from "../../domain/upi";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCredits } from "../creditNotes/credits";
import { dueOf } from "../khata/accounts";
import { orderStatus } from "../orders/schema";
import { invoiceDistributor, invoiceRetailer, lineTax } from "./schema";
import { invoiceTax, toInvoiceTax, toLineTax } from "./taxView";

export const invoiceSummary = v.object({
  _id: v.id("invoices"),
  invoiceNo: v.string(),
  printedNumber: v.string(),
  createdAt: v.number(),
  distributorName: v.string(),
  retailerName: v.string(),
  shopName: v.string(),
  netAmountPaise: v.number(),
  /** The sum that it asks for. */
  payablePaise: v.number(),
  /** Open now. */
  openPaise: v.number(),
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
  /** The status now. All else is as issued. */
  orderStatus,
  distributor: invoiceDistributor,
  retailer: invoiceRetailer,
  lines: v.array(
    v.object({
      lineId: v.string(),
      productName: v.string(),
      quantity: v.number(),
      pricePaise: v.number(),
      totalPaise: v.number(),
      description: v.string(),
      imageUrl: v.union(v.string(), v.null()),
      ...lineTax,
    }),
  ),
  /** Absent on bills. */
  tax: v.optional(invoiceTax),
  netAmountPaise: v.number(),
  payablePaise: v.number(),
  /** Open now. */
  openPaise: v.number(),
  /** The sum of all its credit notes; absent without one. */
  creditedPaise: v.optional(v.number()),
  qrImageUrl: v.union(v.string(), v.null()),
  /** The link that pays what is open now; absent when nothing is. */
  upiLink: v.optional(v.string()),
  authorizedSignature: v.string(),
});

export type InvoiceSummary = Infer<typeof invoiceSummary>;
export type InvoicePage = Infer<typeof invoicePage>;

export async function toInvoiceSummary(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
): Promise<InvoiceSummary> {
  const { openPaise } = await dueOf(ctx, invoice._id);
  return {
    _id: invoice._id,
    invoiceNo: String(invoice.number),
    printedNumber: invoice.printedNumber,
    createdAt: invoice.issuedAt,
    distributorName: invoice.distributor.name,
    retailerName: invoice.retailer.name,
    shopName: invoice.retailer.shopName,
    netAmountPaise: invoice.netAmountPaise,
    payablePaise: invoice.payablePaise,
    openPaise,
    productName: productsText(invoice),
  };
}

/** The first product, and how many more there are: a row of a list has no room for a hundred. */
function productsText({ lines }: Doc<"invoices">): string {
  const [first, ...others] = lines.map(({ productName }) => productName);
  if (first === undefined) return "";
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

async function toLineView(ctx: QueryCtx, line: Doc<"invoices">["lines"][number]) {
  const { lineId, productName, quantity, pricePaise } = line;
  const { totalPaise, description, imageId } = line;
  const imageUrl = await ctx.storage.getUrl(imageId);
  const goods = { lineId, productName, quantity, pricePaise, totalPaise, description, imageUrl };
  return { ...goods, ...toLineTax(line) };
}

/** The status of its order now; null without it, which is never deleted. */
export async function statusOf(
  ctx: QueryCtx,
  { orderId }: Doc<"invoices">,
): Promise<OrderStatus | null> {
  return (await ctx.db.get("orders", orderId))?.status ?? null;
}

/** Null without its order; orders are never deleted. */
export async function toInvoicePage(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
): Promise<InvoicePage | null> {
  const orderStatus = await statusOf(ctx, invoice);
  if (orderStatus === null) return null;
  const credits = await getCredits(ctx, invoice._id);
  const due = await dueOf(ctx, invoice._id);
  return {
    _id: invoice._id,
    orderId: invoice.orderId,
    invoiceNo: String(invoice.number),
    printedNumber: invoice.printedNumber,
    createdAt: invoice.issuedAt,
    orderDate: invoice.orderDate,
    acceptedAt: invoice.acceptedAt,
    deliveryBefore: invoice.deliveryBefore,
    orderStatus,
    distributor: invoice.distributor,
    retailer: invoice.retailer,
    lines: await Promise.all(invoice.lines.map((line) => toLineView(ctx, line))),
    ...toInvoiceTax(invoice),
    netAmountPaise: invoice.netAmountPaise,
    payablePaise: invoice.payablePaise,
    openPaise: due.openPaise,
    creditedPaise: credits?.paise,
    qrImageUrl:
      invoice.qrImageId === undefined ? null : await ctx.storage.getUrl(invoice.qrImageId),
    upiLink: await payLinkOf(ctx, invoice, due),
    authorizedSignature: invoice.distributor.name,
  };
}

/** Undefined when nothing is open, where a picture was chosen instead, and without a UPI ID. */
export async function payLinkOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  { openPaise: amountPaise }: Doc<"dues">,
): Promise<string | undefined> {
  const distributor = await ctx.db.get("users", invoice.distributorId);
  const { upiId } = distributor ?? {};
  if (upiId === undefined || amountPaise <= 0 || invoice.qrImageId !== undefined) return undefined;
  const payeeName = invoice.distributor.companyName || invoice.distributor.name;
  return upiLink({ upiId, payeeName, amountPaise, printedNumber: invoice.printedNumber });
}
