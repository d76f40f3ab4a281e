/** The functions behind the order calls of the specification, each for one line. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { spend } from "../../auth/limits";
import { hide, updateMessage } from "../../orders/amend";
import { answer } from "../../orders/answer";
import { listIncoming, listOutgoing } from "../../orders/list";
import * as moves from "../../orders/moves";
import { place as placeOrder } from "../../orders/place";
import { orderList } from "../../orders/schema";
import { orderView, toOrderView } from "../../orders/view";
import { restMutation, restQuery } from "../caller";
import { requireOwnEmail, requireOwnId } from "../own";
import {
  currentLine,
  currentView,
  namedLine,
  requireLine,
  requireOnlyLine,
  requireReadableLine,
  requireRefusable,
} from "./lines";

const list = { paginationOpts: paginationOptsValidator, list: orderList };

/** The caller's own list. Errors: FORBIDDEN for another distributor's e-mail. */
export const incoming = restQuery("distributor")({
  args: { ...list, distributorEmail: v.optional(v.string()) },
  returns: paginationResultValidator(orderView),
  handler: (ctx, { paginationOpts, list: asked, distributorEmail }) => {
    requireOwnEmail(ctx.user, distributorEmail);
    return listIncoming(ctx, ctx.user, { list: asked }, paginationOpts, toOrderView);
  },
});

/** The caller's own list. Errors: FORBIDDEN for another retailer's e-mail. */
export const outgoing = restQuery("retailer")({
  args: { ...list, userEmail: v.optional(v.string()) },
  returns: paginationResultValidator(orderView),
  handler: (ctx, { paginationOpts, list: asked, userEmail }) => {
    requireOwnEmail(ctx.user, userEmail);
    return listOutgoing(ctx, ctx.user, { list: asked }, paginationOpts, toOrderView);
  },
});

/** For both parties and for admins. Errors: NOT_FOUND, WHOLE_ORDER. */
export const line = restQuery(
  "retailer",
  "distributor",
  "admin",
)({
  args: { orderId: v.string() },
  returns: namedLine,
  handler: async (ctx, { orderId }) =>
    currentLine(ctx, await requireReadableLine(ctx, orderId, "GET /api/orders/{id}")),
});

/** Errors: FORBIDDEN in somebody else's name, TOO_MANY {retryAfterMs}, and those of `orders/place.ts`. */
export const place = restMutation("retailer")({
  args: {
    userId: v.optional(v.string()),
    userEmail: v.optional(v.string()),
    productId: v.string(),
    quantity: v.number(),
    pricePaise: v.optional(v.number()),
    addedTaxBp: v.optional(v.number()),
    msg: v.string(),
  },
  returns: orderView,
  handler: (ctx, { userId, userEmail, msg, ...ordered }) => {
    requireOwnId(ctx.user, userId);
    requireOwnEmail(ctx.user, userEmail);
    return ctx.once(async () => {
      await spend(ctx, "ordersPlaced", ctx.user._id);
      const request = { once: ctx.rowOnce(), msg, lines: [ordered] };
      const { _id } = await placeOrder(ctx, ctx.user, request, Date.now());
      return currentView(ctx, _id);
    });
  },
});

/** Of the goods, where the retailer has not said it. */
export const destination = v.object({ stateCode: v.string(), pincode: v.optional(v.string()) });

/** Without a QR code if need be: it may come with `POST /api/invoices`. Errors: WHOLE_ORDER, and those of `orders/answer.ts`. */
export const accept = restMutation("distributor")({
  args: {
    orderId: v.string(),
    deliveryBefore: v.string(),
    delivery: v.optional(destination),
  },
  returns: namedLine,
  handler: async (ctx, { orderId, ...asked }) => {
    const named = await requireOnlyLine(ctx, orderId, "POST /api/orders/{id}/accept");
    await answer(ctx, ctx.user, { orderId, ...asked, mayPayLater: true }, Date.now());
    return currentLine(ctx, named);
  },
});

/** Errors: NOT_FOUND, WHOLE_ORDER, NO_REASON, ILLEGAL_MOVE {status}. */
export const reject = restMutation("distributor")({
  args: { orderId: v.string(), reason: v.string() },
  returns: namedLine,
  handler: async (ctx, { orderId, reason }) => {
    const named = await requireRefusable(ctx, orderId, "reject");
    await moves.reject(ctx, ctx.user, { orderIds: [orderId], reason }, Date.now());
    return currentLine(ctx, named);
  },
});

/** Errors: NOT_FOUND, WHOLE_ORDER, ILLEGAL_MOVE {status}. */
export const complete = restMutation("distributor")({
  args: { orderId: v.string() },
  returns: namedLine,
  handler: async (ctx, { orderId }) => {
    const named = await requireOnlyLine(ctx, orderId, "POST /api/orders/{id}/complete");
    await moves.complete(ctx, ctx.user, { orderIds: [orderId] }, Date.now());
    return currentLine(ctx, named);
  },
});

/** Errors: NOT_FOUND, WHOLE_ORDER, NO_REASON, ILLEGAL_MOVE {status}. */
export const cancel = restMutation("retailer")({
  args: { orderId: v.string(), reason: v.string() },
  returns: namedLine,
  handler: async (ctx, { orderId, reason }) => {
    const named = await requireRefusable(ctx, orderId, "cancel");
    await moves.cancel(ctx, ctx.user, { orderIds: [orderId], reason }, Date.now());
    return currentLine(ctx, named);
  },
});

/** Of the whole order: its lines have one message. Errors: NOT_FOUND, WHOLE_ORDER, NO_MESSAGE, ILLEGAL_MOVE {status}. */
export const reword = restMutation("retailer")({
  args: { orderId: v.string(), msg: v.string() },
  returns: namedLine,
  handler: async (ctx, args) => {
    const named = await requireLine(ctx, args.orderId, "PATCH /api/orders/retail/msg/{id}-1");
    await updateMessage(ctx, ctx.user, args, Date.now());
    return currentLine(ctx, named);
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
    await requireOnlyLine(ctx, orderId, "DELETE /api/orders/{id}");
    await hide(ctx, ctx.user, [orderId]);
    return null;
  },
});
