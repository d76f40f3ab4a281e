/** The functions behind the calls of REST that place and answer whole orders. */
import { v } from "convex/values";
import { lineIdOf } from "../../../domain/orderLines";
import type { Doc } from "../../_generated/dataModel";
import { spend } from "../../auth/limits";
import { fail } from "../../errors";
import { hide } from "../../orders/amend";
import { answer } from "../../orders/answer";
import { readOrder } from "../../orders/list";
import * as moves from "../../orders/moves";
import { place as placeOrder } from "../../orders/place";
import { shortageRule } from "../../orders/schema";
import { orderView } from "../../orders/view";
import { restMutation, restQuery } from "../caller";
import { currentView, requireOrder } from "./lines";
import { destination } from "./orders";

/** All lines, or none. Errors: TOO_MANY {retryAfterMs}, and those of `orders/place.ts`. */
export const place = restMutation("retailer")({
  args: {
    msg: v.string(),
    lines: v.array(
      v.object({
        productId: v.string(),
        quantity: v.number(),
        pricePaise: v.optional(v.number()),
        addedTaxBp: v.optional(v.number()),
      }),
    ),
    shortageRule: v.optional(shortageRule),
    fromBasket: v.optional(v.boolean()),
  },
  returns: orderView,
  handler: (ctx, request) =>
    ctx.once(async () => {
      await spend(ctx, "ordersPlaced", ctx.user._id);
      const asked = { ...request, once: ctx.rowOnce() };
      const { _id } = await placeOrder(ctx, ctx.user, asked, Date.now());
      return currentView(ctx, _id);
    }),
});

/** For both parties and for admins, also by the id of a line. Errors: NOT_FOUND. */
export const one = restQuery(
  "retailer",
  "distributor",
  "admin",
)({
  args: { orderId: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId }) =>
    (await readOrder(ctx, ctx.user, orderId)) ?? fail("NOT_FOUND"),
});

type SentLine = { readonly lineId: string; readonly quantity: number };

/** The lines by their places. Errors: NOT_FOUND for one that is not the order's. */
function placesOf(order: Doc<"orders">, sent: readonly SentLine[]) {
  const places = new Map(order.lines.map((_, at) => [lineIdOf(order, at), at]));
  return sent.map(({ lineId, quantity }) => ({
    line: places.get(lineId) ?? fail("NOT_FOUND"),
    quantity,
  }));
}

/**
 * Without lines: all of them, in full. Without a QR code if need be: it may come with `POST /api/invoices`. Errors: NOT_FOUND, also for a
 * line of another order, WHOLE_ORDER, and those of `orders/answer.ts`.
 */
export const accept = restMutation("distributor")({
  args: {
    orderId: v.string(),
    deliveryBefore: v.string(),
    delivery: v.optional(destination),
    lines: v.optional(v.array(v.object({ lineId: v.string(), quantity: v.number() }))),
  },
  returns: v.object({
    order: orderView,
    invoiceId: v.union(v.id("invoices"), v.null()),
    offerId: v.union(v.id("offers"), v.null()),
  }),
  handler: async (ctx, { orderId, lines = [], ...asked }) => {
    const order = await requireOrder(ctx, orderId, "POST /api/orders/{id}/accept");
    const given = { ...asked, orderId, lines: placesOf(order, lines), mayPayLater: true };
    const answered = await answer(ctx, ctx.user, given, Date.now());
    return { order: await currentView(ctx, order._id), ...answered };
  },
});

/** Errors: NOT_FOUND, WHOLE_ORDER, NO_REASON, ILLEGAL_MOVE {status}. */
export const reject = restMutation("distributor")({
  args: { orderId: v.string(), reason: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId, reason }) => {
    const { _id } = await requireOrder(ctx, orderId, "POST /api/orders/{id}/reject");
    await moves.reject(ctx, ctx.user, { orderIds: [_id], reason }, Date.now());
    return currentView(ctx, _id);
  },
});

/** Errors: NOT_FOUND, WHOLE_ORDER, NO_REASON, ILLEGAL_MOVE {status}. */
export const cancel = restMutation("retailer")({
  args: { orderId: v.string(), reason: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId, reason }) => {
    const { _id } = await requireOrder(ctx, orderId, "POST /api/orders/{id}/cancel");
    await moves.cancel(ctx, ctx.user, { orderIds: [_id], reason }, Date.now());
    return currentView(ctx, _id);
  },
});

/** Errors: NOT_FOUND, WHOLE_ORDER, ILLEGAL_MOVE {status}. */
export const complete = restMutation("distributor")({
  args: { orderId: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId }) => {
    const { _id } = await requireOrder(ctx, orderId, "POST /api/orders/{id}/complete");
    await moves.complete(ctx, ctx.user, { orderIds: [_id] }, Date.now());
    return currentView(ctx, _id);
  },
});

/** Off the caller's lists. Errors: NOT_FOUND, WHOLE_ORDER, ILLEGAL_MOVE {status}. */
export const remove = restMutation(
  "retailer",
  "distributor",
)({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    const { _id } = await requireOrder(ctx, orderId, "DELETE /api/orders/{id}");
    await hide(ctx, ctx.user, [_id]);
    return null;
  },
});
