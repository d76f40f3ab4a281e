/** The invoice calls. Accepting an order issues its invoice; here its payment code can follow. */
import { z } from "@hono/zod-openapi";
import { DOCUMENT_KINDS } from "../../domain/gst/documentKind";
import { TAX_KINDS } from "../../domain/gst/kinds";
import { rupeesOfPaise } from "../../domain/money";
import { ORDER_STATUSES } from "../../domain/orderLifecycle";
import { TRADE_ROLES } from "../../domain/roles";
import { fail } from "../errors";
import { ATTACH_ERRORS, attachQr } from "../invoices/attach";
import { listWholeInvoices } from "../invoices/list";
import { type InvoicePage, toInvoicePage } from "../invoices/view";
import { findSentPicture } from "../uploads/find";
import { toDocumentLine, toParties } from "../webhooks/payload";
import { toTaxPayload } from "../webhooks/taxPayload";
import { fields, isoTime, ownEmail, withoutNulls } from "./entities";
import { MEENA, orderLine } from "./exampleParts";
import { created, existing, list, mutation } from "./operation";
import { requireOwnEmail } from "./own";

export const rupees = z.number().openapi({ description: "Rupees.", example: 52.5 });

const sums = fields(rupees, "taxableValue", "untaxedValue", "cgst", "sgst", "igst");

const TaxParty = z
  .object(fields(z.string(), "gstin", "legalName", "stateCode", "pincode"))
  .partial();

const taxFields = {
  kind: z.enum(DOCUMENT_KINDS).exclude(["bill"]),
  placeOfSupply: z.string().openapi({ description: "State code.", example: "27" }),
  distributor: TaxParty,
  retailer: TaxParty,
  ...sums,
  roundOff: z.number().openapi({
    description: "Rupees that rounding to a whole rupee added to the sum of these, or took off it.",
    example: 0,
  }),
  lines: z.array(
    z.object({
      orderId: z.string(),
      hsn: z.string().optional(),
      unit: z.string().optional().openapi({ description: "Unit quantity code.", example: "PCS" }),
      taxKind: z.enum(TAX_KINDS).optional(),
      ratePercent: z.number().optional().openapi({ example: 18 }),
      ...sums,
    }),
  ),
};

const InvoiceTax = z
  .object({
    ...taxFields,
    printedNumber: z.string().openapi({ example: "ASW/26-27/00042" }),
    payable: z.number().openapi({ description: "Rupees that are owed.", example: 52.5 }),
  })
  .openapi("InvoiceTax", {
    description:
      "Present on invoices of distributors with a GSTIN. `sgst` is UTGST where that is due.",
  });

export const CreditNoteTax = z.object(taxFields).openapi("CreditNoteTax", {
  description:
    "Present on notes of such invoices: the parts of the credited pieces; `kind` is that of the invoice.",
});

export const InvoiceLine = z.object({
  orderId: z.string().openapi({ description: "The id of the order's line." }),
  productName: z.string(),
  quantity: z.number().int(),
  price: rupees,
  total: rupees,
});

/** The two parties of an invoice and of its credit notes. */
export const partyFields = {
  distributorName: z.string().openapi({ description: "The parties are as on the day of issue." }),
  ...fields(z.string(), "distributorEmail", "distributorPhone", "distributorAddress"),
  ...fields(z.string(), "companyName", "retailerName", "retailerEmail", "retailerPhone"),
  ...fields(z.string(), "shopName", "retailerAddress"),
};

const Invoice = z
  .object({
    _id: z.string(),
    invoiceNo: z.string().openapi({
      description: "Consecutive per distributor and financial year.",
      example: "42",
    }),
    createdAt: z.string(),
    updatedAt: z.string().openapi({ description: "When the order was accepted." }),
    ...partyFields,
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

/** Fields of an order with several lines: absent otherwise, so that other invoices look as they always did. */
function fieldsOfSeveral({ lines, orderId, payablePaise }: InvoicePage) {
  // A single line has its order's id.
  if (lines.every(({ lineId }) => lineId === orderId)) return {};
  return { orderId, lines: lines.map(toDocumentLine), payable: rupeesOfPaise(payablePaise) };
}

function toInvoice(page: InvoicePage): z.infer<typeof Invoice> {
  const [line] = page.lines;
  if (line === undefined) throw new Error("An invoice has no line");
  const { productName, quantity, price, total } = toDocumentLine(line);
  const tax = toTaxPayload(page);
  const { printedNumber, payablePaise } = page;
  return {
    _id: page._id,
    invoiceNo: page.invoiceNo,
    createdAt: isoTime(page.createdAt),
    updatedAt: isoTime(page.acceptedAt),
    ...toParties(page),
    orderStatus: page.orderStatus,
    productName,
    quantity,
    price,
    total,
    productDescription: line.description,
    productImage: line.imageUrl,
    qrCodeImage: page.qrImageUrl,
    netAmount: rupeesOfPaise(page.netAmountPaise),
    authorizedSignature: page.authorizedSignature,
    deliveryBefore: page.deliveryBefore,
    ...fieldsOfSeveral(page),
    tax: tax && { ...tax, printedNumber, payable: rupeesOfPaise(payablePaise) },
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

export const INVOICE_OPERATIONS = [
  list({
    call: "GET /api/invoices/email",
    summary: "The caller's invoices, the newest first",
    who: TRADE_ROLES,
    query: { email: ownEmail },
    row: Invoice,
    example: { path: `/api/invoices/email?email=${MEENA}&limit=2` },
    rows: (ctx, page, { query: { email } }) => {
      requireOwnEmail(ctx.user, email);
      return listWholeInvoices(ctx, ctx.user, page);
    },
    toRow: toInvoice,
  }),
  mutation({
    call: "POST /api/invoices",
    summary: "Put the payment code on the invoice of an accepted order",
    description:
      "The invoice itself was issued when the order was accepted. All its other fields may be sent and are ignored. The same code for the same order again answers the same invoice with 200.",
    who: ["distributor"],
    once: true,
    body: NewInvoice,
    answer: { ...created(Invoice), existing: "The code was on this invoice already." },
    errors: ATTACH_ERRORS,
    example: {
      json: { orderId: "$ORDER", qrCodeImage: "$QR" },
      needs: {
        ...orderLine("accepted"),
        QR: { words: "the url that POST /api/upload/qr-code answered" },
      },
    },
    run: async (ctx, { body }) => {
      const { distributorEmail, qrCodeImage: url, imageId, ...wanted } = withoutNulls(body);
      requireOwnEmail(ctx.user, distributorEmail);
      const qrImageId = await findSentPicture(ctx, ctx.user, { imageId, url });
      const { invoice, isNew } = await attachQr(ctx, ctx.user, wanted, qrImageId);
      const shown = toInvoice((await toInvoicePage(ctx, invoice)) ?? fail("NOT_FOUND"));
      return isNew ? shown : existing(shown);
    },
  }),
];
