/** Issuing the invoice of an accepted order. Called by `orders/accept.ts` alone, in its transaction: no order is accepted without one. */
import { lineTotal } from "../../domain/money";
import { upiLink } from "../../domain/upi";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { takeInvoiceNumber } from "./number";

export type Payment = {
  /** The picture that the distributor uploaded. */
  readonly qrImageId?: Id<"_storage"> | undefined;
  /** Used when there is no picture: the screens draw the code from the link. */
  readonly upiId?: string | undefined;
};

export type AcceptedOrder = Doc<"orders"> & {
  readonly acceptedAt: number;
  readonly deliveryBefore: string;
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

/** Writes the invoice, with the next number of the distributor's financial year. Its content is frozen from here on. */
export async function issueInvoice(
  ctx: MutationCtx,
  order: AcceptedOrder,
  distributor: Doc<"users">,
  payment: Payment,
): Promise<Id<"invoices">> {
  const issuedAt = order.acceptedAt;
  const numbering = await takeInvoiceNumber(ctx, distributor, issuedAt);
  const netAmountPaise = lineTotal(order.pricePaise, order.quantity);
  const { qrImageId, upiId } = payment;
  return ctx.db.insert("invoices", {
    orderId: order._id,
    distributorId: order.distributorId,
    retailerId: order.retailerId,
    ...numbering,
    issuedAt,
    orderDate: order.placedAt,
    acceptedAt: order.acceptedAt,
    deliveryBefore: order.deliveryBefore,
    distributor: distributorBlock(distributor),
    retailer: retailerBlock(order),
    lines: [
      {
        productName: order.productName,
        description: order.productDescription,
        imageId: order.imageId,
        quantity: order.quantity,
        pricePaise: order.pricePaise,
        totalPaise: netAmountPaise,
      },
    ],
    netAmountPaise,
    qrImageId,
    upiLink:
      qrImageId === undefined && upiId !== undefined
        ? upiLink({
            upiId,
            payeeName: distributor.companyName ?? distributor.name,
            amountPaise: netAmountPaise,
            reference: numbering.printedNumber,
          })
        : undefined,
  });
}
