/** Closing an offer: once, whoever does it. Its order waits for an answer as before, unless it was agreed to. */
import type { OfferState } from "../../domain/orderAnswer";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { emit } from "../events";

export type Closing = {
  readonly state: Exclude<OfferState, "open">;
  /** Null: the market itself, when the time is up. */
  readonly actor: Doc<"users"> | null;
  readonly now: number;
  /** True if its order was moved meanwhile, which tells of itself. */
  readonly wasMoved?: boolean;
};

/** Closes an open offer and returns it; one that is closed stays as it is, and null is returned. */
export async function closeOffer(
  ctx: MutationCtx,
  offerId: Id<"offers">,
  { state, actor, now, wasMoved = false }: Closing,
): Promise<Doc<"offers"> | null> {
  const offer = await ctx.db.get("offers", offerId);
  if (offer?.state !== "open") return null;
  const changes = { state, answeredAt: now };
  await ctx.db.patch("offers", offerId, changes);
  const order = await ctx.db.get("orders", offer.orderId);
  if (order?.offer?.offerId === offerId)
    await ctx.db.patch("orders", order._id, { offer: undefined });
  const closed = { ...offer, ...changes };
  await emit(ctx, { type: "offerClosed", offer: closed, actor, wasMoved, now });
  return closed;
}
