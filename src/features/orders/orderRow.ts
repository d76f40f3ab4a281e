/** Rows of the order lists, and an order page's product, in the server's own shapes. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { withAddedTax } from "../../../domain/gst/withAddedTax";
import { lineTotal } from "../../../domain/money";
import { tradeLabel } from "../../../domain/names";

/** An order as the distributor lists it, with the customer. */
export type IncomingOrder = FunctionReturnType<typeof api.orders.incoming>["page"][number];

/** An order as the retailer lists it, with the seller. */
export type OutgoingOrder = FunctionReturnType<typeof api.orders.outgoing>["page"][number];

export type Order = IncomingOrder | OutgoingOrder;

/** "Banyan Court · Asha Kolhari": the seller as the basket names it, and its person. */
export function sellerOf({ distributorName, companyName }: OutgoingOrder): string {
  return tradeLabel({ name: distributorName, business: companyName });
}

/** Returns paise, with the tax that comes on top of the price. */
export function totalOf({ pricePaise, quantity, addedTaxBp }: Order): number {
  return withAddedTax(lineTotal(pricePaise, quantity), addedTaxBp);
}

/** "6 of 10" where fewer pieces were agreed on than were asked for, else "10". */
export function quantityText({
  quantity,
  askedQuantity,
}: Pick<Order, "quantity" | "askedQuantity">): string {
  const pieces = quantity.toLocaleString("en-IN");
  if (askedQuantity === undefined) return pieces;
  return `${pieces} of ${askedQuantity.toLocaleString("en-IN")}`;
}

export function messageOf({ msg }: Order): string {
  return msg ?? "No message";
}

/** The product of an order page; stock and e-mail are present only for signed-in users. */
export type OrderedProduct = NonNullable<FunctionReturnType<typeof api.products.one>>;

/** "12", or "6 of 10" where fewer pieces were agreed on, or are offered. */
export function piecesText({ quantity, askedQuantity, offer }: Order): string {
  const asked = askedQuantity ?? quantity;
  const sent = offer?.quantity ?? quantity;
  const text = sent.toLocaleString("en-IN");
  return sent === asked ? text : `${text} of ${asked.toLocaleString("en-IN")}`;
}
