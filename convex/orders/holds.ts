/**
 * Reserving before ordering, for REST callers who do it in two calls: the pieces leave the stock at once, for ten minutes. An
 * order of the same retailer dissolves the hold and takes what it needs in one transaction; otherwise the schedule returns it.
 */
import type { ErrorCode } from "../../domain/errors";
import { HOLDS_MAX, HOLD_LIFETIME_MS, HOLD_PAUSE_MS, HOLD_PERIOD_MS } from "../../domain/limits";
import { isOrderQuantity } from "../../domain/orderRequest";
import { normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { getAccount } from "../khata/accounts";
import type { Pair } from "../network/sides";
import { requireStanding, requireWithinBounds } from "./terms";
import { requireListedProduct } from "../products/find";
import { returnStock, setStock, stockOf } from "../products/stock";

export type Reservation = {
  readonly productId: string;
  /** If sent, it must be whose product it is. */
  readonly distributorEmail?: string | undefined;
  readonly quantity: number;
};

export function holdsOf(ctx: QueryCtx, retailerId: Id<"users">): Promise<Doc<"stockHolds">[]> {
  return ctx.db
    .query("stockHolds")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId))
    .take(HOLDS_MAX);
}

export function getHold(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  productId: Id<"products">,
): Promise<Doc<"stockHolds"> | null> {
  return ctx.db
    .query("stockHolds")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailer._id).eq("productId", productId))
    .unique();
}

async function giveBack(ctx: MutationCtx, hold: Doc<"stockHolds">): Promise<void> {
  await ctx.db.delete("stockHolds", hold._id);
  await returnStock(ctx, hold.productId, hold.quantity);
}

function getPeriod(ctx: MutationCtx, retailerId: Id<"users">, productId: Id<"products">) {
  return ctx.db
    .query("holdPeriods")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("productId", productId))
    .unique();
}

/**
 * Ends the holds of products that an order takes, which counts their pieces as stock. It is what holds are for, so that their time
 * begins anew.
 */
export async function consumeHolds(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  holds: readonly Doc<"stockHolds">[],
  productIds: ReadonlySet<Id<"products">>,
): Promise<void> {
  for (const { _id, productId } of holds) {
    if (!productIds.has(productId)) continue;
    await ctx.db.delete("stockHolds", _id);
    const period = await getPeriod(ctx, retailer._id, productId);
    if (period !== null) await ctx.db.delete("holdPeriods", period._id);
  }
}

/**
 * A retailer can hold a product without ordering it for a period. The first hold begins it; releasing and reserving again goes on
 * with it. Errors: HELD_TOO_LONG {retryAfterMs} from its end to the end of the pause after it.
 */
function requireHoldPeriod(period: Doc<"holdPeriods"> | null, now: number): void {
  if (period === null || now < period.startedAt + HOLD_PERIOD_MS) return;
  const retryAfterMs = period.startedAt + HOLD_PERIOD_MS + HOLD_PAUSE_MS - now;
  if (retryAfterMs > 0) fail("HELD_TOO_LONG", { retryAfterMs });
}

/** Returns the end of the period, and begins one where none is under way. */
async function continueHoldPeriod(
  ctx: MutationCtx,
  period: Doc<"holdPeriods"> | null,
  retailer: Doc<"users">,
  productId: Id<"products">,
  now: number,
): Promise<number> {
  if (period !== null && now < period.startedAt + HOLD_PERIOD_MS)
    return period.startedAt + HOLD_PERIOD_MS;
  if (period !== null) await ctx.db.delete("holdPeriods", period._id);
  const row = { retailerId: retailer._id, productId, startedAt: now };
  const periodId = await ctx.db.insert("holdPeriods", row);
  const endsAt = now + HOLD_PERIOD_MS;
  await ctx.scheduler.runAt(endsAt + HOLD_PAUSE_MS, internal.orders.holdExpiry.endPeriod, {
    periodId,
  });
  return endsAt;
}

/** The pause after a period is over, or an order ended the period before. */
export async function endHoldPeriod(ctx: MutationCtx, periodId: Id<"holdPeriods">): Promise<void> {
  if ((await ctx.db.get("holdPeriods", periodId)) !== null)
    await ctx.db.delete("holdPeriods", periodId);
}

export async function dissolveHolds(ctx: MutationCtx, retailer: Doc<"users">): Promise<void> {
  for (const hold of await holdsOf(ctx, retailer._id)) await giveBack(ctx, hold);
}

/** Returns the retailer's reservations of one distributor's products to their stock. */
export async function dissolveHoldsWith(
  ctx: MutationCtx,
  { retailerId, distributorId }: Pair,
): Promise<void> {
  for (const hold of await holdsOf(ctx, retailerId)) {
    const product = await ctx.db.get("products", hold.productId);
    if (product?.distributorId === distributorId) await giveBack(ctx, hold);
  }
}

/** Gives back up to `quantity` pieces of a hold. */
export async function shrinkHold(
  ctx: MutationCtx,
  hold: Doc<"stockHolds">,
  quantity: number,
): Promise<void> {
  if (quantity >= hold.quantity) return giveBack(ctx, hold);
  await ctx.db.patch("stockHolds", hold._id, { quantity: hold.quantity - quantity });
  await returnStock(ctx, hold.productId, quantity);
}

/** The hold's time is over; nothing happens if it was used or given back meanwhile. */
export async function expireHold(ctx: MutationCtx, holdId: Id<"stockHolds">): Promise<void> {
  const hold = await ctx.db.get("stockHolds", holdId);
  if (hold !== null) await giveBack(ctx, hold);
}

/** The refusals of `reserve`. */
export const RESERVE_ERRORS = [
  "BAD_QUANTITY",
  "NOT_FOUND",
  "NOT_AVAILABLE",
  "YOU_BLOCKED",
  "NETWORK_ONLY",
  "TOO_MANY",
  "HELD_TOO_LONG",
  "TOO_MANY_HOLDS",
  "INSUFFICIENT_STOCK",
  "TOO_MANY_OPEN_ORDERS",
  "TOO_MANY_PIECES",
] as const satisfies readonly ErrorCode[];

/**
 * Holds pieces of a product for the retailer, instead of what it held of it before. Returns until when, and what is left for others.
 */
export async function reserve(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  { productId, distributorEmail, quantity }: Reservation,
  now: number,
): Promise<{ expiresAt: number; stock: number }> {
  if (!isOrderQuantity(quantity)) fail("BAD_QUANTITY");
  const listed = await requireListedProduct(ctx, productId);
  const owner = listed.distributor.email;
  if (distributorEmail !== undefined && normalEmail(distributorEmail) !== owner) fail("NOT_FOUND");
  const standing = await requireStanding(ctx, retailer, listed.distributor);
  await spend(ctx, "reservations", retailer._id);
  const { product } = listed;
  const period = await getPeriod(ctx, retailer._id, product._id);
  requireHoldPeriod(period, now);
  const holds = await holdsOf(ctx, retailer._id);
  const before = holds.find((hold) => hold.productId === product._id);
  const others = holds.filter((hold) => hold !== before);
  if (others.length === HOLDS_MAX) fail("TOO_MANY_HOLDS");
  const available = (await stockOf(ctx, product)) + (before?.quantity ?? 0);
  if (available < quantity)
    fail("INSUFFICIENT_STOCK", { stock: available, productName: product.name });
  const stock = available - quantity;
  const pair = { retailerId: retailer._id, distributorId: product.distributorId };
  const planned = [{ productId: product._id, quantity }];
  const taken = [{ product, stock }];
  const account = await getAccount(ctx, pair);
  await requireWithinBounds(ctx, pair, standing, { account, holds: others, planned, taken });

  // Nothing is refused from here on.
  const periodEndsAt = await continueHoldPeriod(ctx, period, retailer, product._id, now);
  if (before !== undefined) await ctx.db.delete("stockHolds", before._id);
  await setStock(ctx, product, stock);
  const expiresAt = Math.min(now + HOLD_LIFETIME_MS, periodEndsAt);
  const holdId = await ctx.db.insert("stockHolds", {
    retailerId: retailer._id,
    productId: product._id,
    quantity,
    expiresAt,
  });
  await ctx.scheduler.runAt(expiresAt, internal.orders.holdExpiry.expire, { holdId });
  return { expiresAt, stock };
}
