/** Blocks of what partners sent: offers, messages, new products. */
import type { Infer } from "convex/values";
import { quoteOf } from "../../domain/gst/addedTax";
import {
  BADGE_MAX,
  HOME_DISTRIBUTORS_MAX,
  HOME_PRODUCTS_MAX,
  HOME_ROWS_MAX,
} from "../../domain/limits";
import { askedOf } from "../../domain/orderLines";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { conversationsWithUnread } from "../chat/receive";
import { otherIdOf, type Trader, unreadField } from "../network/sides";
import { openOffersOf } from "../orders/offerList";
import { changesTax } from "../orders/sent";
import { shortPictureOf } from "../uploads/short";
import { distributorsOf } from "../users/find";
import { businessNameOf } from "../users/view";
import type { newProductsBlock, offersBlock, unreadBlock } from "./view";

/** True for an offer of all pieces that were asked for. It changes the tax: others are told apart without reading their order. */
async function isOfTaxAlone(ctx: QueryCtx, { orderId, lines }: Doc<"offers">): Promise<boolean> {
  if (!lines.some(changesTax)) return false;
  const order = await ctx.db.get("orders", orderId);
  return (
    order === null ||
    order.lines.every(
      (line, at) => askedOf(line) === lines[at]?.quantity || line.refused !== undefined,
    )
  );
}

/** Offers that wait for a retailer, the newest first. */
export async function offersOf(
  ctx: QueryCtx,
  retailer: Doc<"users">,
): Promise<Infer<typeof offersBlock>> {
  const offers = await openOffersOf(ctx, retailer).order("desc").take(BADGE_MAX);
  const rows = offers.slice(0, HOME_ROWS_MAX).map(async (offer) => ({
    _id: offer._id,
    orderId: offer.orderId,
    business: businessNameOf(await ctx.db.get("users", offer.distributorId)),
    lines: offer.lines.length,
    ...((await isOfTaxAlone(ctx, offer)) && { isOfTaxAlone: true as const }),
    expiresAt: offer.expiresAt,
  }));
  return { count: offers.length, rows: await Promise.all(rows) };
}

/** The newest products of the distributors to whom a retailer was connected last. */
export async function newProductsOf(
  ctx: QueryCtx,
  retailer: Doc<"users">,
): Promise<Infer<typeof newProductsBlock>> {
  const connections = await ctx.db
    .query("connections")
    .withIndex("by_retailer", (q) => q.eq("retailerId", retailer._id).eq("status", "accepted"))
    .order("desc")
    .take(HOME_DISTRIBUTORS_MAX);
  const distributorOf = distributorsOf(ctx);
  const found = await Promise.all(
    connections.map(async ({ distributorId }) => {
      if ((await distributorOf(distributorId)) === null) return [];
      return ctx.db
        .query("products")
        .withIndex("by_distributor", (q) =>
          q.eq("distributorId", distributorId).eq("archivedAt", undefined),
        )
        .order("desc")
        .take(HOME_PRODUCTS_MAX);
    }),
  );
  const newest = found
    .flat()
    .sort((a, b) => b._creationTime - a._creationTime)
    .slice(0, HOME_PRODUCTS_MAX);
  return Promise.all(
    newest.map(async (product) => {
      const { _id, name, imageId, distributorId } = product;
      const distributor = await distributorOf(distributorId);
      return {
        _id,
        name,
        ...quoteOf(distributor, product),
        picture: await shortPictureOf(ctx, imageId),
        business: businessNameOf(distributor),
      };
    }),
  );
}

/** The characters that a row shows of a message of up to 4,000. */
const SHOWN_CHARACTERS = 120;

/** Conversations with unread messages, the newest first. */
export async function unreadOf(ctx: QueryCtx, trader: Trader): Promise<Infer<typeof unreadBlock>> {
  const field = unreadField(trader.role);
  const conversations = await conversationsWithUnread(ctx, trader);
  const newest = [...conversations]
    .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0))
    .slice(0, HOME_ROWS_MAX);
  const rows = newest.map(async (conversation) => {
    const { _id, lastContent = "", lastAt = 0 } = conversation;
    const other = await ctx.db.get("users", otherIdOf(conversation, trader));
    return {
      _id,
      at: lastAt,
      unread: conversation[field],
      name: other?.name ?? "",
      email: other?.email ?? "",
      text: Array.from(lastContent).slice(0, SHOWN_CHARACTERS).join(""),
    };
  });
  const count = conversations.reduce((sum, conversation) => sum + conversation[field], 0);
  return { count, rows: await Promise.all(rows) };
}
