/**
 * Putting stock back from outside. A refused or cancelled order returned its pieces when its status changed, once; a caller that
 * was written to do that itself afterwards changes nothing by it, and is told the stock as it is.
 */
import { ORDER_QUANTITY_MAX, RESTORE_ECHO_MS, STOCK_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { partyOf } from "../orders/find";
import { requireOwnProduct } from "./find";
import { getHold, shrinkHold } from "./holds";

/** Orders of one product that came to nothing within the time looked back at. */
const RECENT_MAX = 500;

export type Restored = {
  readonly stock: number;
  /** False: it had been put back already. */
  readonly changed: boolean;
};

/** True if an order of this size, with this user as a party, returned its stock a moment ago. */
async function isEcho(
  ctx: MutationCtx,
  user: Doc<"users">,
  productId: Id<"products">,
  quantity: number,
  now: number,
): Promise<boolean> {
  const recent = await ctx.db
    .query("orders")
    .withIndex("by_stock_returned", (q) =>
      q.eq("productId", productId).gt("stockReturnedAt", now - RESTORE_ECHO_MS),
    )
    .take(RECENT_MAX);
  return recent.some((order) => order.quantity === quantity && partyOf(order, user) !== null);
}

async function stockOf(ctx: MutationCtx, productId: Id<"products">): Promise<number> {
  return (await ctx.db.get("products", productId))?.stock ?? fail("NOT_FOUND");
}

function requireIncrement(increment: number, max: number): void {
  if (!Number.isInteger(increment) || increment < 1 || increment > max) fail("BAD_QUANTITY");
}

async function restoreOwn(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  productId: string,
  increment: number,
  now: number,
): Promise<Restored> {
  const product = await requireOwnProduct(ctx, distributor, productId);
  requireIncrement(increment, ORDER_QUANTITY_MAX);
  if (await isEcho(ctx, distributor, product._id, increment, now))
    return { stock: product.stock, changed: false };
  const stock = product.stock + increment;
  if (stock > STOCK_MAX) fail("BAD_QUANTITY");
  await ctx.db.patch("products", product._id, { stock });
  return { stock, changed: true };
}

async function releaseHeld(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  productId: string,
  increment: number,
  now: number,
): Promise<Restored> {
  const id = ctx.db.normalizeId("products", productId) ?? fail("NOT_FOUND");
  const stock = await stockOf(ctx, id);
  requireIncrement(increment, STOCK_MAX);
  const hold = await getHold(ctx, retailer, id);
  if (hold === null) {
    return (await isEcho(ctx, retailer, id, increment, now))
      ? { stock, changed: false }
      : fail("NO_STOCK_TO_RESTORE");
  }
  requireIncrement(increment, ORDER_QUANTITY_MAX);
  await shrinkHold(ctx, hold, increment);
  return { stock: await stockOf(ctx, id), changed: true };
}

/**
 * A distributor adds to its own product's stock; a retailer gives back up to `increment` pieces of its own hold. Errors:
 * NOT_FOUND, BAD_QUANTITY, NO_STOCK_TO_RESTORE.
 */
export function restoreStock(
  ctx: MutationCtx,
  user: Doc<"users">,
  { productId, increment }: { readonly productId: string; readonly increment: number },
  now: number,
): Promise<Restored> {
  return user.role === "distributor"
    ? restoreOwn(ctx, user, productId, increment, now)
    : releaseHeld(ctx, user, productId, increment, now);
}
