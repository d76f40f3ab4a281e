/** Closing an offer: once, whoever does it. Its order waits for an answer as before, unless it was agreed to. */
import type { OfferState } from "../../domain/orderAnswer";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enqueueOfferEvent } from "../developers/enqueue";
import { endToDo } from "../notifications/notify";

export type Closing = {
  readonly state: Exclude<OfferState, "open">;
  /** Null: the market itself, when the time is up. */
  readonly actor: Doc<"users"> | null;
  readonly now: number;
};

/** Kinds of the timeline's events; an agreement is told by the acceptance that it brings. */
const EVENT_OF_STATE = {
  declined: "offerDeclined",
  withdrawn: "offerWithdrawn",
  expired: "offerExpired",
} as const satisfies Record<Exclude<Closing["state"], "agreed">, string>;

/** Takes the offer off its order, which waits for an answer as before. */
async function releaseOrder(
  ctx: MutationCtx,
  { _id: offerId, orderId }: Doc<"offers">,
  { state, actor, now }: Closing,
): Promise<void> {
  const order = await ctx.db.get("orders", orderId);
  if (order?.offer?.offerId !== offerId) return;
  await ctx.db.patch("orders", orderId, { offer: undefined });
  if (state === "agreed") return;
  const kind = EVENT_OF_STATE[state];
  const { status } = order;
  const event = { orderId, kind, at: now, from: status, to: status };
  await ctx.db.insert("orderEvents", { ...event, ...(actor && { actorId: actor._id }) });
}

/** Closes an open offer and returns it; one that is closed stays as it is, and null is returned. */
export async function closeOffer(
  ctx: MutationCtx,
  offerId: Id<"offers">,
  closing: Closing,
): Promise<Doc<"offers"> | null> {
  const offer = await ctx.db.get("offers", offerId);
  if (offer?.state !== "open") return null;
  const changes = { state: closing.state, answeredAt: closing.now };
  await ctx.db.patch("offers", offerId, changes);
  await releaseOrder(ctx, offer, closing);
  const closed = { ...offer, ...changes };
  await enqueueOfferEvent(ctx, `offer.${closing.state}`, closed, closing.now);
  await endToDo(ctx, offer.retailerId, offerId, closing.now);
  return closed;
}
