/** Rows of exports: what a file has of each, to both parties the same but for whom it names as the partner. */
import { pick } from "convex-helpers";
import { v, type Infer } from "convex/values";
import { namesOf } from "../../domain/fields/kinds";
import { PRODUCT_FIELDS } from "../../domain/fields/product";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { dueOf } from "../khata/accounts";
import { ledgerEntryView, toEntryView } from "../khata/view";
import { orderStatus, piecesFields } from "../orders/schema";
import { pricesExcludeTaxOf } from "../../domain/gst/addedTax";
import { lineIdOf, lineStatus, shownPieces } from "../../domain/orderLines";
import { validatorsOf } from "../fields";
import { stockOf } from "../products/stock";
import { businessOf } from "../users/view";

/** The other party: of orders and invoices as it was then, of the khata as it is now. */
const partnerFields = {
  partnerName: v.string(),
  /** Company of a distributor, shop of a retailer. Absent on a retailer's orders, which keep no company. */
  business: v.optional(v.string()),
};

const contactFields = { partnerEmail: v.string(), partnerPhone: v.optional(v.string()) };

/** A line of an order. */
export const exportedOrder = v.object({
  lineId: v.string(),
  orderId: v.id("orders"),
  placedAt: v.number(),
  status: orderStatus,
  productName: v.string(),
  ...piecesFields,
  pricePaise: v.number(),
  deliveryBefore: v.optional(v.string()),
  completedOn: v.optional(v.number()),
  /** Absent on orders that came to nothing, which have a reason instead. */
  msg: v.optional(v.string()),
  orderCancelReason: v.optional(v.string()),
  ...partnerFields,
  ...contactFields,
  /** The retailer's address, which the distributor sees. */
  address: v.optional(v.string()),
});

export const exportedInvoice = v.object({
  _id: v.id("invoices"),
  printedNumber: v.string(),
  issuedAt: v.number(),
  deliveryBefore: v.string(),
  /** The names of all products, as they were invoiced. */
  products: v.array(v.string()),
  netAmountPaise: v.number(),
  /** The sum that it asks for. */
  payablePaise: v.number(),
  /** Open now. */
  openPaise: v.number(),
  ...partnerFields,
  ...contactFields,
});

export const exportedEntry = v.object({ ...ledgerEntryView.fields, ...partnerFields });

export const exportedProduct = v.object({
  _id: v.id("products"),
  ...validatorsOf(PRODUCT_FIELDS),
  /** True where the distributor's prices are without tax; absent where it charges none. */
  pricesExcludeTax: v.optional(v.boolean()),
});

export type ExportedOrder = Infer<typeof exportedOrder>;
export type ExportedInvoice = Infer<typeof exportedInvoice>;
export type ExportedEntry = Infer<typeof exportedEntry>;
export type ExportedProduct = Infer<typeof exportedProduct>;

function partnerOnOrder(order: Doc<"orders">, isRetailer: boolean) {
  return isRetailer
    ? { partnerName: order.distributorName, partnerEmail: order.distributorEmail }
    : {
        partnerName: order.userName,
        business: order.shopName,
        partnerEmail: order.userEmail,
        partnerPhone: order.userPhone,
        address: order.retailerAddress,
      };
}

/** One row for each line; none for an order that this party took off its lists. */
export function toExportedLines(order: Doc<"orders">, user: Doc<"users">): ExportedOrder[] {
  const isRetailer = user._id === order.retailerId;
  const list = isRetailer ? order.retailerList : order.distributorList;
  if (list === "removed") return [];
  const { _id: orderId, placedAt, deliveryBefore, completedOn, msg, orderCancelReason } = order;
  return order.lines.map((line, at) => {
    const { productName, pricePaise, refused } = line;
    const status = lineStatus(order.status, line);
    const isDropped = status === "rejected" || status === "cancelled";
    return {
      lineId: lineIdOf(order, at),
      orderId,
      placedAt,
      status,
      productName,
      ...shownPieces(line),
      pricePaise,
      deliveryBefore: refused === undefined ? deliveryBefore : undefined,
      completedOn: refused === undefined ? completedOn : undefined,
      orderCancelReason: refused?.reason ?? orderCancelReason,
      msg: isDropped || msg === "" ? undefined : msg,
      ...partnerOnOrder(order, isRetailer),
    };
  });
}

export async function toExportedInvoice(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  user: Doc<"users">,
): Promise<ExportedInvoice> {
  const { _id, printedNumber, issuedAt, deliveryBefore, netAmountPaise } = invoice;
  const { retailer, distributor, lines } = invoice;
  const isRetailer = user._id === invoice.retailerId;
  const partner = isRetailer ? distributor : retailer;
  return {
    _id,
    printedNumber,
    issuedAt,
    deliveryBefore,
    netAmountPaise,
    payablePaise: invoice.payablePaise,
    products: lines.map(({ productName }) => productName),
    openPaise: (await dueOf(ctx, _id)).openPaise,
    partnerName: partner.name,
    business: isRetailer ? distributor.companyName : retailer.shopName,
    partnerEmail: partner.email,
    partnerPhone: partner.phone,
  };
}

export function toExportedEntry(
  entry: Doc<"ledgerEntries">,
  partner: Doc<"users"> | null,
): ExportedEntry {
  const business = businessOf(partner);
  return { ...toEntryView(entry), partnerName: partner?.name ?? "", business };
}

export async function toExportedProduct(
  ctx: QueryCtx,
  product: Doc<"products">,
  distributor: Doc<"users">,
): Promise<ExportedProduct> {
  return {
    ...pick({ ...product, stock: await stockOf(ctx, product) }, [
      "_id",
      ...namesOf(PRODUCT_FIELDS),
    ]),
    pricesExcludeTax: pricesExcludeTaxOf(distributor),
  };
}
