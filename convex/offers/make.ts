/** Offering fewer pieces than were asked for, or at more tax than was agreed on. The orders stay pending, and the stock stays held, until the offer is closed. */
import { endOfDayIst } from "../../domain/dates";
import { OFFER_LIFETIME_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spendBytes } from "../account/storedBytes";
import { spend } from "../auth/limits";
import { enqueueOfferEvent } from "../developers/enqueue";
import { notifyOfOffer } from "../notifications/ofTrade";
import { closeOffer } from "./close";

/** A pending order, and the pieces of it that are offered. */
type OfferedLine = {
  readonly order: Doc<"orders">;
  readonly quantity: number;
  /** Present where the tax on top of the price is another than it was placed at. */
  readonly addedTaxBp?: number | undefined;
};

/** Of a line's event, and of its place in the offer and the order. */
const OFFERED_LINE_BYTES = 500;

export type NewOffer = {
  readonly lines: readonly OfferedLine[];
  readonly deliveryBefore: string;
  readonly qrImageId?: Id<"_storage"> | undefined;
};

/** An offer ends before its orders do, and before the day that it promises is over. */
function expiryOf({ lines, deliveryBefore }: NewOffer, now: number): number {
  const ends = lines.map(({ order }) => order.answerBy);
  return Math.min(now + OFFER_LIFETIME_MS, endOfDayIst(deliveryBefore), ...ends);
}

/** True if the open offer is this one already: its lines with their tax, date and code are the same. */
function isSame(offer: Doc<"offers">, { lines, deliveryBefore, qrImageId }: NewOffer): boolean {
  return (
    offer.deliveryBefore === deliveryBefore &&
    offer.qrImageId === qrImageId &&
    offer.lines.length === lines.length &&
    lines.every(({ order, quantity, addedTaxBp }) =>
      offer.lines.some(
        (line) =>
          line.orderId === order._id &&
          line.quantity === quantity &&
          line.addedTaxBp === addedTaxBp,
      ),
    )
  );
}

async function offersWith(
  ctx: MutationCtx,
  lines: readonly OfferedLine[],
): Promise<Doc<"offers">[]> {
  const ids = new Set(lines.flatMap(({ order }) => order.offer?.offerId ?? []));
  const offers = await Promise.all([...ids].map((id) => ctx.db.get("offers", id)));
  return offers.filter((offer) => offer !== null);
}

async function offerLine(
  ctx: MutationCtx,
  { order, quantity }: OfferedLine,
  { _id: offerId, distributorId, madeAt, expiresAt }: Doc<"offers">,
): Promise<void> {
  await ctx.db.patch("orders", order._id, { offer: { offerId, quantity, expiresAt } });
  await ctx.db.insert("orderEvents", {
    orderId: order._id,
    kind: "offered",
    actorId: distributorId,
    at: madeAt,
    from: order.status,
    to: order.status,
    quantity,
    ...(quantity < order.quantity && { askedQuantity: order.quantity }),
  });
}

/**
 * Makes the offer in place of the one that is open; the same offer again is that one. Its lines are pending orders of one placement.
 * Errors: TOO_MANY {retryAfterMs}.
 */
export async function makeOffer(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  offer: NewOffer,
  now: number,
): Promise<Id<"offers">> {
  const [first] = offer.lines;
  if (first === undefined) throw new Error("An offer has lines.");
  const open = await offersWith(ctx, offer.lines);
  const same = open.find((each) => isSame(each, offer));
  if (same !== undefined) return same._id;
  await spend(ctx, "memberChanges", distributor._id);
  await spendBytes(ctx, distributor._id, OFFERED_LINE_BYTES * offer.lines.length);
  for (const { _id } of open)
    await closeOffer(ctx, _id, { state: "withdrawn", actor: distributor, now });
  const { placementId, retailerId } = first.order;
  const expiresAt = expiryOf(offer, now);
  const offerId = await ctx.db.insert("offers", {
    placementId,
    retailerId,
    distributorId: distributor._id,
    deliveryBefore: offer.deliveryBefore,
    qrImageId: offer.qrImageId,
    lines: offer.lines.map(({ order, quantity, addedTaxBp }) => ({
      orderId: order._id,
      quantity,
      addedTaxBp,
    })),
    state: "open" as const,
    madeAt: now,
    expiresAt,
  });
  const made = await ctx.db.get("offers", offerId);
  if (made === null) throw new Error("The offer was not written.");
  for (const line of offer.lines) await offerLine(ctx, line, made);
  await ctx.scheduler.runAt(expiresAt, internal.offers.internal.expire, { offerId });
  await enqueueOfferEvent(ctx, "offer.made", made, now);
  await notifyOfOffer(ctx, made, offer.lines, now);
  return offerId;
}
