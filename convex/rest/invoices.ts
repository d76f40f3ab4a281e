/** The invoice calls. Accepting an order issues its invoice; here its payment code can follow. */
import { createRoute, z } from "@hono/zod-openapi";
import { rupeesOfPaise } from "../../domain/money";
import { ORDER_STATUSES } from "../../domain/orderLifecycle";
import { internal } from "../_generated/api";
import type { InvoicePage } from "../invoices/view";
import {
  ok,
  idempotency,
  json,
  linkNext,
  pageAnswer,
  created,
  pageOf,
  pageQuery,
  refusals,
  policy,
} from "./call";
import { isoTime, ownEmail } from "./entities";
import type { RestApp } from "./env";
import { InvoiceTax, taxOf } from "./invoiceTax";

const calls = internal.rest.calls.invoices;

const rupees = z.number().openapi({ description: "Rupees.", example: 52.5 });

export const InvoiceLine = z.object({
  orderId: z.string().openapi({ description: "The id of the order's line." }),
  productName: z.string(),
  quantity: z.number().int(),
  price: rupees,
  total: rupees,
});

const Invoice = z
  .object({
    _id: z.string(),
    invoiceNo: z.string().openapi({
      description: "Consecutive per distributor and financial year.",
      example: "42",
    }),
    createdAt: z.string(),
    updatedAt: z.string().openapi({ description: "When the order was accepted." }),
    distributorName: z.string(),
    distributorEmail: z.string(),
    distributorPhone: z.string(),
    distributorAddress: z.string(),
    companyName: z.string(),
    retailerName: z.string(),
    retailerEmail: z.string(),
    retailerPhone: z.string(),
    shopName: z.string(),
    retailerAddress: z.string(),
    orderStatus: z.enum(ORDER_STATUSES).openapi({ description: "As it is now." }),
    productName: z.string().openapi({
      description:
        "Of the first line, like `quantity`, `price`, `total`, `productDescription` and `productImage`.",
    }),
    quantity: z.number().int(),
    price: rupees,
    total: rupees,
    productDescription: z.string(),
    productImage: z.string().nullable(),
    qrCodeImage: z.string().nullable(),
    netAmount: z.number().openapi({ description: "Rupees, of all lines.", example: 52.5 }),
    authorizedSignature: z.string(),
    deliveryBefore: z.string().openapi({ example: "2026-12-31" }),
    orderId: z.string().optional().openapi({
      description: "Present, with `lines` and `payable`, if the order has several lines.",
    }),
    lines: z.array(InvoiceLine).optional(),
    payable: z.number().optional().openapi({ description: "Rupees to be paid." }),
    tax: InvoiceTax.optional(),
  })
  .openapi("Invoice");

function toInvoiceLine(line: InvoicePage["lines"][number]): z.infer<typeof InvoiceLine> {
  return {
    orderId: line.lineId,
    productName: line.productName,
    quantity: line.quantity,
    price: rupeesOfPaise(line.pricePaise),
    total: rupeesOfPaise(line.totalPaise),
  };
}

/** Fields of an order with several lines: absent otherwise, so that other invoices look as they always did. */
function fieldsOfSeveral({ lines, orderId, payablePaise }: InvoicePage) {
  // A single line has its order's id.
  if (lines.every(({ lineId }) => lineId === orderId)) return {};
  return { orderId, lines: lines.map(toInvoiceLine), payable: rupeesOfPaise(payablePaise) };
}

function toInvoice(page: InvoicePage): z.infer<typeof Invoice> {
  const { distributor, retailer, lines } = page;
  const [line] = lines;
  if (line === undefined) throw new Error("An invoice has no line");
  return {
    _id: page._id,
    invoiceNo: page.invoiceNo,
    createdAt: isoTime(page.createdAt),
    updatedAt: isoTime(page.acceptedAt),
    distributorName: distributor.name,
    distributorEmail: distributor.email,
    distributorPhone: distributor.phone,
    distributorAddress: distributor.address,
    companyName: distributor.companyName,
    retailerName: retailer.name,
    retailerEmail: retailer.email,
    retailerPhone: retailer.phone,
    shopName: retailer.shopName,
    retailerAddress: retailer.address,
    orderStatus: page.orderStatus,
    productName: line.productName,
    quantity: line.quantity,
    price: rupeesOfPaise(line.pricePaise),
    total: rupeesOfPaise(line.totalPaise),
    productDescription: line.description,
    productImage: line.imageUrl,
    qrCodeImage: page.qrImageUrl,
    netAmount: rupeesOfPaise(page.netAmountPaise),
    authorizedSignature: page.authorizedSignature,
    deliveryBefore: page.deliveryBefore,
    ...fieldsOfSeveral(page),
    ...taxOf(page),
  };
}

const NewInvoice = z
  .object({
    orderId: z.string().nullish().openapi({
      description:
        "Without it: the newest accepted order of this retailer, product and quantity whose invoice has no code.",
    }),
    retailerEmail: z.string().nullish(),
    productName: z.string().nullish(),
    quantity: z.number().nullish(),
    qrCodeImage: z.string().nullish().openapi({
      description: "The address of the caller's own upload (`POST /api/upload/qr-code`).",
    }),
    imageId: z.string().nullish().openapi({ description: "The same upload by its id." }),
    distributorEmail: ownEmail.nullable(),
  })
  .openapi("NewInvoice");

const routes = {
  own: createRoute({
    method: "get",
    path: "/api/invoices/email",
    tags: ["invoices"],
    summary: "The caller's invoices, the newest first",
    ...policy({ who: ["retailer", "distributor"] }),
    request: { query: z.object({ ...pageQuery, email: ownEmail }) },
    responses: { 200: pageAnswer(Invoice), ...refusals(400, 401, 403) },
  }),
  attach: createRoute({
    method: "post",
    path: "/api/invoices",
    tags: ["invoices"],
    summary: "Put the payment code on the invoice of an accepted order",
    description:
      "The invoice itself was issued when the order was accepted. All its other fields may be sent and are ignored. The same code for the same order again answers the same invoice with 200.",
    ...policy({ who: ["distributor"], body: "json", once: true }),
    request: { headers: idempotency, body: json(NewInvoice) },
    responses: {
      200: ok(Invoice, "The code was on this invoice already."),
      201: created(Invoice),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422),
    },
  }),
};

export function addInvoices(app: RestApp): void {
  app.openapi(routes.own, async (c) => {
    const { email, ...page } = c.req.valid("query");
    const asked = { caller: c.get("caller"), email, paginationOpts: pageOf(page) };
    const result = await c.env.runQuery(calls.own, asked);
    linkNext(c, result);
    return c.json(result.page.map(toInvoice), 200);
  });
  app.openapi(routes.attach, async (c) => {
    const sent = c.req.valid("json");
    const { invoice, isNew } = await c.env.runMutation(calls.attach, {
      caller: c.get("caller"),
      once: c.get("once"),
      distributorEmail: sent.distributorEmail ?? undefined,
      wanted: {
        orderId: sent.orderId ?? undefined,
        retailerEmail: sent.retailerEmail ?? undefined,
        productName: sent.productName ?? undefined,
        quantity: sent.quantity ?? undefined,
      },
      picture: { imageId: sent.imageId ?? undefined, url: sent.qrCodeImage ?? undefined },
    });
    return c.json(toInvoice(invoice), isNew ? 201 : 200);
  });
}
