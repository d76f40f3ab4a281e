/** Offering fewer pieces than were asked for, or at more tax than was agreed on. The order stays pending, and the stock stays held, until the offer is closed. */
import { endOfDayIst } from "../../domain/dates";
import { OFFER_LIFETIME_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { emit } from "../events";
import { insertRow } from "../rows";
import { isSameSent, linesAsSent, type SentLine } from "./sent";
import { closeOffer } from "./offerClose";

/** Bytes of an event, and of each line's place in the offer and the order. */
const OFFER_BYTES = 500;
const OFFERED_LINE_BYTES = 100;

export type NewOffer = {
  /** Pending. */
  readonly order: Doc<"orders">;
  /** The sent pieces of each line of the order. */
  readonly sent: readonly SentLine[];
  readonly deliveryBefore: string;
  readonly qrImageId?: Id<"_storage"> | undefined;
};

/** An offer ends before its order does, and before the day that it promises is over. */
function expiryOf({ order, deliveryBefore }: NewOffer, now: number): number {
  return Math.min(now + OFFER_LIFETIME_MS, endOfDayIst(deliveryBefore), order.answerBy);
}

/** True if the open offer is this one already: its lines with their tax, date and code are the same. */
function isSame(offer: Doc<"offers">, { sent, deliveryBefore, qrImageId }: NewOffer): boolean {
  return (
    offer.deliveryBefore === deliveryBefore &&
    offer.qrImageId === qrImageId &&
    sent.every((line, at) => isSameSent(line, offer.lines[at]))
  );
}

/**
 * Makes the offer in place of the one that is open; the same offer again is that one. Errors: TOO_MANY {retryAfterMs}.
 */
export async function makeOffer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  offer: NewOffer,
  now: number,
): Promise<Id<"offers">> {
  const { order, sent, deliveryBefore, qrImageId } = offer;
  const openId = order.offer?.offerId;
  const open = openId === undefined ? null : await ctx.db.get("offers", openId);
  if (open !== null && isSame(open, offer)) return open._id;
  await spend(ctx, "memberChanges", distributor._id);
  await spendBytes(ctx, distributor._id, OFFER_BYTES + OFFERED_LINE_BYTES * sent.length);
  if (open !== null)
    await closeOffer(ctx, open._id, { state: "withdrawn", actor: distributor, now });
  const expiresAt = expiryOf(offer, now);
  const made = await insertRow(ctx, "offers", {
    orderId: order._id,
    retailerId: order.retailerId,
    distributorId: distributor._id,
    deliveryBefore,
    qrImageId,
    lines: [...sent],
    state: "open" as const,
    madeAt: now,
    expiresAt,
  });
  const { _id: offerId } = made;
  const quantities = sent.map(({ quantity }) => quantity);
  await ctx.db.patch("orders", order._id, { offer: { offerId, quantities, expiresAt } });
  await ctx.scheduler.runAt(expiresAt, internal.orders.offerExpiry.expire, { offerId });
  const lines = linesAsSent(order, sent);
  await emit(ctx, { type: "offerMade", offer: made, order, lines, now });
  return offerId;
}
