/** Places and accepts orders for tests, through the public functions. */
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../domain/dates";
import { clientOf } from "./clients";
import type { Market } from "./market";
import { LOGINS } from "./people";
import { newProduct } from "./restCalls";

type Line = { readonly productId: string; readonly quantity: number };

/** Places an order of these lines, and returns its id. */
export async function placeOrder(
  retailer: ConvexHttpClient,
  lines: readonly Line[],
  msg = "Soon, please.",
): Promise<Id<"orders">> {
  const order = { orderKey: crypto.randomUUID(), msg, lines: [...lines] };
  return (await retailer.mutation(api.orders.place, order)).orderId;
}

/** Has the demo's retailer order one piece of a new product of the demo's distributor, and returns the order's id. */
export async function placeSingleLine(market: Market, msg: string): Promise<Id<"orders">> {
  const productId = await newProduct(market, 10);
  const retailer = await clientOf(market, LOGINS["retailer"]!);
  return placeOrder(retailer, [{ productId, quantity: 1 }], msg);
}

/** Accepts an order as it was placed, for the next day unless another is named, and returns its invoice. */
export async function acceptOrder(
  distributor: ConvexHttpClient,
  orderId: Id<"orders">,
  deliveryBefore = todayIst(Date.now() + DAY_MS),
): Promise<Id<"invoices">> {
  const answer = { orderId, deliveryBefore };
  const { invoiceId } = await distributor.mutation(api.orders.accept, answer);
  if (invoiceId === null) throw new Error("The order was not accepted.");
  return invoiceId;
}
