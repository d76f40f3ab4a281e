/** The timeline of an order: each thing that happened to it, appended in its transaction. Never changed or deleted. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Listener } from "../events";
import { dissolveHoldsWith } from "./holds";

type NewEvent = Pick<Doc<"orderEvents">, "kind"> &
  Partial<Omit<Doc<"orderEvents">, "_id" | "_creationTime" | "orderId" | "at" | "actorId">>;

type By = { readonly actor: Pick<Doc<"users">, "_id"> | null; readonly now: number };

async function append(
  ctx: MutationCtx,
  { _id: orderId, status }: Doc<"orders">,
  { actor, now: at }: By,
  event: NewEvent,
): Promise<void> {
  const unmoved = { from: status, to: status };
  await ctx.db.insert("orderEvents", { orderId, at, actorId: actor?._id, ...unmoved, ...event });
}

/** Kinds of the timeline's events; an agreement is told by the acceptance that it brings. */
const KIND_OF_CLOSED = {
  declined: "offerDeclined",
  withdrawn: "offerWithdrawn",
  expired: "offerExpired",
} as const;

export const orderTimeline: Listener = {
  orderPlaced: (ctx, { order, retailer, descriptions, now }) =>
    append(
      ctx,
      order,
      { actor: retailer, now },
      {
        kind: "placed",
        from: undefined,
        msg: order.msg,
        descriptions: [...descriptions],
      },
    ),
  orderMoved: async (ctx, { before, order, actor, now }) => {
    const { status: to, lines, orderCancelReason: reason } = order;
    if (to === "pending") return;
    const quantities = to === "accepted" ? lines.map(({ quantity }) => quantity) : undefined;
    const moved = { kind: to, from: before.status, to, reason, quantities };
    await append(ctx, order, { actor, now }, moved);
  },
  linesRefused: (ctx, { order, places, actor, reason, now }) =>
    append(ctx, order, { actor, now }, { kind: "linesRefused", reason, lines: [...places] }),
  messageChanged: (ctx, { order, now }) =>
    append(
      ctx,
      order,
      { actor: { _id: order.retailerId }, now },
      {
        kind: "messageChanged",
        msg: order.msg,
      },
    ),
  orderReminded: (ctx, { order, now }) =>
    append(ctx, order, { actor: null, now }, { kind: "reminded" }),
  offerMade: (ctx, { offer, order, now }) =>
    append(
      ctx,
      order,
      { actor: { _id: offer.distributorId }, now },
      {
        kind: "offered",
        quantities: offer.lines.map(({ quantity }) => quantity),
      },
    ),
  offerClosed: async (ctx, { offer, actor, now }) => {
    const { state, orderId } = offer;
    if (state === "open" || state === "agreed") return;
    const order = await ctx.db.get("orders", orderId);
    if (order !== null) await append(ctx, order, { actor, now }, { kind: KIND_OF_CLOSED[state] });
  },
};

/** An accepted order is due on its retailer's day of delivery until the move that ends it. */
export const deliveries: Listener = {
  orderMoved: async (ctx, { before, order: { _id: orderId, retailerId, status, ...order } }) => {
    const { deliveryBefore: day } = order;
    if (status === "accepted" && day !== undefined)
      await ctx.db.insert("deliveries", { retailerId, day, orderId });
    if (before.status !== "accepted" || day === undefined) return;
    const due = await ctx.db
      .query("deliveries")
      .withIndex("by_retailer", (q) =>
        q.eq("retailerId", retailerId).eq("day", day).eq("orderId", orderId),
      )
      .unique();
    if (due !== null) await ctx.db.delete("deliveries", due._id);
  },
};

/** Whoever is blocked keeps nothing reserved. */
export const holds: Listener = {
  pairBlocked: (ctx, pair) => dissolveHoldsWith(ctx, pair),
};
