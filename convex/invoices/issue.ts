/** Issuing the invoice of an acceptance. Called by `orders/accept.ts` alone, in its transaction: no order is accepted without one. */
import type { TaxDocument } from "../../domain/gst/taxDocument";
import { lineTotal } from "../../domain/money";
import { lineIdOf, totalPaiseOf } from "../../domain/orderLines";
import { upiLink } from "../../domain/upi";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enterInvoice } from "../khata/ledger";
import { descriptionsOf } from "../orders/list";
import { requireTaxDocument, taxLines, taxParty } from "../tax/document";
import { insertRow } from "../rows";
import { fail } from "../errors";
import { claimUpload } from "../uploads/claim";
import { takeInvoiceNumber } from "./number";

export type Payment = {
  /** The picture that the distributor uploaded. */
  readonly qrImageId?: Id<"_storage"> | undefined;
  /** Used when there is no picture: the screens draw the code from the link. */
  readonly upiId?: string | undefined;
};

/** An order that is accepted, with its lines as they are sent: at least one of them is. */
export type Bill = {
  readonly order: Doc<"orders">;
  readonly deliveryBefore: string;
  readonly acceptedAt: number;
  readonly payment: Payment;
};

function distributorBlock(distributor: Doc<"users">) {
  return {
    name: distributor.name,
    email: distributor.email,
    phone: distributor.phone,
    address: distributor.address,
    companyName: distributor.companyName ?? "",
  };
}

/** As the retailer was when the order was placed: that is who ordered, and where it goes. */
function retailerBlock(order: Doc<"orders">) {
  return {
    name: order.userName,
    email: order.userEmail,
    phone: order.userPhone,
    address: order.retailerAddress,
    shopName: order.shopName,
  };
}

function toInvoiceLines(order: Doc<"orders">, descriptions: readonly string[]) {
  return order.lines.flatMap((line, at) => {
    const { productId, productName, imageId, quantity, pricePaise } = line;
    if (quantity === 0) return [];
    return [
      {
        lineId: lineIdOf(order, at),
        productId,
        productName,
        description: descriptions[at] ?? "",
        imageId,
        quantity,
        pricePaise,
        totalPaise: lineTotal(pricePaise, quantity),
      },
    ];
  });
}

/** The link that the screens draw as a code, where no picture was uploaded. */
function linkOf(
  distributor: Doc<"users">,
  { qrImageId, upiId }: Payment,
  { payablePaise, printedNumber }: { payablePaise: number; printedNumber: string },
): string | undefined {
  if (qrImageId !== undefined || upiId === undefined) return undefined;
  return upiLink({
    upiId,
    payeeName: distributor.companyName ?? distributor.name,
    amountPaise: payablePaise,
    printedNumber,
  });
}

/** Fields of the whole document, beside its lines. */
function taxFields({ kind, placeOfSupply, isInterState, totals }: TaxDocument) {
  if (kind === "bill") return {};
  const { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise, roundOffPaise } = totals;
  const amounts = { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
  const rounding = roundOffPaise === 0 ? {} : { roundOffPaise };
  return { kind, placeOfSupply, isInterState, ...amounts, ...rounding };
}

/** Writes the invoice, with the next number of the distributor's financial year. Its content is frozen from here on. Errors: TAX_DETAILS_MISSING. */
export async function issueInvoice(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { order, deliveryBefore, acceptedAt, payment }: Bill,
): Promise<Doc<"invoices">> {
  const taxed = await requireTaxDocument(ctx, { distributor, order, issuedAt: acceptedAt });
  const kind = taxed?.document.kind ?? "bill";
  const numbering = await takeInvoiceNumber(ctx, distributor, acceptedAt, kind);
  const taxes = taxed === null ? [] : taxLines(taxed);
  const descriptions = await descriptionsOf(ctx, order._id);
  const lines = toInvoiceLines(order, descriptions).map((line, index) => ({
    ...line,
    ...taxes[index],
  }));
  const netAmountPaise = totalPaiseOf(order.lines);
  const payablePaise = taxed?.document.totals.payablePaise ?? netAmountPaise;
  const invoice = await insertRow(ctx, "invoices", {
    orderId: order._id,
    distributorId: order.distributorId,
    retailerId: order.retailerId,
    ...numbering,
    issuedAt: acceptedAt,
    orderDate: order.placedAt,
    acceptedAt,
    deliveryBefore,
    distributor: {
      ...distributorBlock(distributor),
      ...(taxed !== null && taxParty(distributor)),
    },
    retailer: { ...retailerBlock(order), ...taxed?.buyer },
    lines,
    ...(taxed !== null && taxFields(taxed.document)),
    netAmountPaise,
    payablePaise,
    qrImageId: payment.qrImageId,
    upiLink: linkOf(distributor, payment, { payablePaise, ...numbering }),
  });
  await enterInvoice(ctx, invoice, distributor._id);
  return invoice;
}

export type PaymentRequest = {
  /** A QR picture that the distributor uploaded; without one the saved UPI ID makes the code. */
  readonly qrImageId?: Id<"_storage"> | undefined;
  /** The QR code comes in a later call: REST callers accept first and send the picture with the invoice. */
  readonly mayPayLater?: boolean | undefined;
};

/** The uploaded picture, else the saved UPI ID, else NO_QR unless it may come later. */
export async function requirePayment(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { qrImageId, mayPayLater = false }: PaymentRequest,
): Promise<Payment> {
  if (qrImageId !== undefined) {
    await claimUpload(ctx, { imageId: qrImageId, userId: distributor._id, purpose: "qrCode" });
    return { qrImageId };
  }
  if (distributor.upiId !== undefined) return { upiId: distributor.upiId };
  return mayPayLater ? {} : fail("NO_QR");
}
