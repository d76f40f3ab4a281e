/** The functions behind the placement calls of REST. */
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { spend } from "../../auth/limits";
import { fail } from "../../errors";
import { answer } from "../../orders/answer";
import { requireOwnOrder, requireOwnPlacement } from "../../orders/find";
import { linesOf } from "../../orders/group";
import * as moves from "../../orders/moves";
import { place as placeOrders } from "../../orders/place";
import { shortageRule } from "../../orders/schema";
import { type OrderView, orderView, toOrderView } from "../../orders/view";
import { restMutation, restQuery } from "../caller";
import { destination } from "./orders";

function viewsOf(ctx: QueryCtx, orders: readonly Doc<"orders">[]): Promise<OrderView[]> {
  return Promise.all(orders.map((order) => toOrderView(ctx, order)));
}

type Fields = Record<string, unknown>;

/** Orders as the answer to a key keeps them: what all have in common once, for a hundred messages and addresses would be too large a row. */
type Packed = { readonly common: Fields; readonly own: readonly Fields[] };

function pack(orders: readonly Fields[]): Packed {
  const [first = {}, ...others] = orders;
  const isCommon = (name: string) => others.every((order) => order[name] === first[name]);
  const only = (order: Fields, isWanted: (name: string) => boolean): Fields =>
    Object.fromEntries(Object.entries(order).filter(([name]) => isWanted(name)));
  return {
    common: only(first, isCommon),
    own: orders.map((order) => only(order, (name) => !isCommon(name))),
  };
}

/** The function's own `returns` checks that they are orders. */
function unpack({ common, own }: Packed): OrderView[] {
  return own.map((fields) => ({ ...common, ...fields }) as OrderView);
}

/** One order per line, or none. Errors: TOO_MANY {retryAfterMs}, and those of `orders/place.ts`. */
export const place = restMutation("retailer")({
  args: {
    placementKey: v.string(),
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
  returns: v.array(orderView),
  handler: async (ctx, request) =>
    unpack(
      await ctx.once(async () => {
        await spend(ctx, "ordersPlaced", ctx.user._id);
        const orderIds = await placeOrders(ctx, ctx.user, request, Date.now());
        const orders = await Promise.all(orderIds.map((id) => requireOwnOrder(ctx, ctx.user, id)));
        return pack(await viewsOf(ctx, orders));
      }),
    ),
});

type OwnCtx = QueryCtx & { readonly user: Doc<"users"> };

/** The own placement of this id, or of the order of this id: an order that was placed alone doesn't name its placement. Errors: NOT_FOUND. */
async function requirePlacement(ctx: OwnCtx, id: string): Promise<Id<"placements">> {
  if (ctx.db.normalizeId("orders", id) === null)
    return (await requireOwnPlacement(ctx, ctx.user, id))._id;
  return (await requireOwnOrder(ctx, ctx.user, id)).placementId;
}

/**
 * Lines that an answer to the whole placement is for: the pending ones. Where none is left, those that such an answer moved last, so
 * that the same answer again is a repeat.
 */
function linesToAnswer(
  lines: readonly Doc<"orders">[],
  stamp: "acceptedAt" | "rejectedAt",
): readonly Doc<"orders">[] {
  const pending = lines.filter(({ status }) => status === "pending");
  if (pending.length > 0) return pending;
  const last = Math.max(...lines.map((line) => line[stamp] ?? 0));
  return lines.filter((line) => (line[stamp] ?? 0) === last);
}

/** The orders of a placement, for its two parties. Errors: NOT_FOUND. */
export const one = restQuery(
  "retailer",
  "distributor",
)({
  args: { placementId: v.string() },
  returns: v.array(orderView),
  handler: async (ctx, { placementId }) =>
    viewsOf(ctx, await linesOf(ctx, await requirePlacement(ctx, placementId))),
});

/**
 * Without lines: all that are pending, in full. Without a QR code if need be: it may come with `POST /api/invoices`. Errors: NOT_FOUND,
 * also for a line of another placement, and those of `orders/answer.ts`.
 */
export const accept = restMutation("distributor")({
  args: {
    placementId: v.string(),
    deliveryBefore: v.string(),
    delivery: v.optional(destination),
    lines: v.optional(v.array(v.object({ orderId: v.string(), quantity: v.optional(v.number()) }))),
  },
  returns: v.object({
    orders: v.array(orderView),
    invoiceId: v.union(v.id("invoices"), v.null()),
    offerId: v.union(v.id("offers"), v.null()),
  }),
  handler: async (ctx, { placementId: sentId, deliveryBefore, delivery, lines }) => {
    const placementId = await requirePlacement(ctx, sentId);
    const orders = await linesOf(ctx, placementId);
    const ids = new Set<string>(orders.map(({ _id }) => _id));
    if (lines?.some(({ orderId }) => !ids.has(orderId)) === true) fail("NOT_FOUND");
    const given = {
      lines: lines ?? linesToAnswer(orders, "acceptedAt").map(({ _id: orderId }) => ({ orderId })),
      deliveryBefore,
      delivery,
      mayPayLater: true,
    };
    const answered = await answer(ctx, ctx.user, given, Date.now());
    return { orders: await viewsOf(ctx, await linesOf(ctx, placementId)), ...answered };
  },
});

/** All lines that are pending. Errors: NOT_FOUND, NO_REASON, ILLEGAL_MOVE {status}. */
export const reject = restMutation("distributor")({
  args: { placementId: v.string(), reason: v.string() },
  returns: v.array(orderView),
  handler: async (ctx, { placementId: sentId, reason }) => {
    const placementId = await requirePlacement(ctx, sentId);
    const lines = linesToAnswer(await linesOf(ctx, placementId), "rejectedAt");
    const orderIds = lines.map(({ _id }) => _id);
    await moves.reject(ctx, ctx.user, { orderIds, reason }, Date.now());
    return viewsOf(ctx, await linesOf(ctx, placementId));
  },
});
