/** The functions behind the order calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { spend } from "../../auth/limits";
import { fail } from "../../errors";
import { hide, updateMessage } from "../../orders/amend";
import { answer } from "../../orders/answer";
import { getReadableOrder, requireOwnOrder } from "../../orders/find";
import { listIncoming, listOutgoing } from "../../orders/list";
import * as moves from "../../orders/moves";
import { place as placeOrder } from "../../orders/place";
import { orderList } from "../../orders/schema";
import { type OrderView, orderView, toOrderView } from "../../orders/view";
import { restMutation, restQuery } from "../caller";
import { requireOwnEmail, requireOwnId } from "../own";

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

/** For both parties and for admins. Errors: NOT_FOUND. */
export const one = restQuery(
  "retailer",
  "distributor",
  "admin",
)({
  args: { orderId: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId }) => {
    const order = (await getReadableOrder(ctx, ctx.user, orderId)) ?? fail("NOT_FOUND");
    return toOrderView(ctx, order);
  },
});

async function viewOf(ctx: QueryCtx, orderId: Id<"orders">): Promise<OrderView> {
  return toOrderView(ctx, (await ctx.db.get("orders", orderId)) ?? fail("NOT_FOUND"));
}

/** An own order as it is after a move. */
async function ownView(
  ctx: QueryCtx & { readonly user: Doc<"users"> },
  orderId: string,
): Promise<OrderView> {
  return toOrderView(ctx, await requireOwnOrder(ctx, ctx.user, orderId));
}

/** Errors: FORBIDDEN in somebody else's name, TOO_MANY {retryAfterMs}, and those of `orders/place.ts`. */
export const place = restMutation("retailer")({
  args: {
    placementKey: v.string(),
    userId: v.optional(v.string()),
    userEmail: v.optional(v.string()),
    productId: v.string(),
    quantity: v.number(),
    pricePaise: v.optional(v.number()),
    addedTaxBp: v.optional(v.number()),
    msg: v.string(),
  },
  returns: orderView,
  handler: (ctx, { placementKey, userId, userEmail, msg, ...line }) => {
    requireOwnId(ctx.user, userId);
    requireOwnEmail(ctx.user, userEmail);
    return ctx.once(async () => {
      await spend(ctx, "ordersPlaced", ctx.user._id);
      const request = { placementKey, msg, lines: [line] };
      const [orderId] = await placeOrder(ctx, ctx.user, request, Date.now());
      return viewOf(ctx, orderId ?? fail("NOT_FOUND"));
    });
  },
});

/** Of the goods, where the retailer has not said it. */
export const destination = v.object({ stateCode: v.string(), pincode: v.optional(v.string()) });

/** Without a QR code if need be: it may come with `POST /api/invoices`. Errors: see `orders/answer.ts`. */
export const accept = restMutation("distributor")({
  args: {
    orderId: v.string(),
    deliveryBefore: v.string(),
    delivery: v.optional(destination),
  },
  returns: orderView,
  handler: async (ctx, { orderId, ...asked }) => {
    const given = { lines: [{ orderId }], ...asked, mayPayLater: true };
    await answer(ctx, ctx.user, given, Date.now());
    return ownView(ctx, orderId);
  },
});

/** Errors: NOT_FOUND, NO_REASON, ILLEGAL_MOVE {status}. */
export const reject = restMutation("distributor")({
  args: { orderId: v.string(), reason: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId, reason }) => {
    await moves.reject(ctx, ctx.user, { orderIds: [orderId], reason }, Date.now());
    return ownView(ctx, orderId);
  },
});

/** Errors: NOT_FOUND, ILLEGAL_MOVE {status}. */
export const complete = restMutation("distributor")({
  args: { orderId: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId }) => {
    await moves.complete(ctx, ctx.user, { orderIds: [orderId] }, Date.now());
    return ownView(ctx, orderId);
  },
});

/** Errors: NOT_FOUND, NO_REASON, ILLEGAL_MOVE {status}. */
export const cancel = restMutation("retailer")({
  args: { orderId: v.string(), reason: v.string() },
  returns: orderView,
  handler: async (ctx, { orderId, reason }) => {
    await moves.cancel(ctx, ctx.user, { orderIds: [orderId], reason }, Date.now());
    return ownView(ctx, orderId);
  },
});

/** Errors: NOT_FOUND, NO_MESSAGE, ILLEGAL_MOVE {status}. */
export const reword = restMutation("retailer")({
  args: { orderId: v.string(), msg: v.string() },
  returns: orderView,
  handler: async (ctx, args) =>
    toOrderView(ctx, await updateMessage(ctx, ctx.user, args, Date.now())),
});

/** Off the caller's lists. Errors: NOT_FOUND, ILLEGAL_MOVE {status}. */
export const remove = restMutation(
  "retailer",
  "distributor",
)({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    await hide(ctx, ctx.user, [orderId]);
    return null;
  },
});
