/**
 * Putting stock back from outside. A refused or cancelled order returned its pieces when its status changed, once; a caller that
 * was written to do that itself afterwards changes nothing by it, and is told the stock as it is.
 */
import { ORDER_QUANTITY_MAX, STOCK_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireOwnProduct } from "../products/find";
import { getHold, shrinkHold } from "./holds";
import { wasReturned } from "./returns";
import { setStock, stockOf } from "../products/stock";

export type Restored = {
  readonly stock: number;
  /** False: it had been put back already. */
  readonly changed: boolean;
};

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
  const before = await stockOf(ctx, product);
  if (await wasReturned(ctx, distributor, { productId: product._id, quantity: increment }, now))
    return { stock: before, changed: false };
  const stock = before + increment;
  if (stock > STOCK_MAX) fail("BAD_QUANTITY");
  await setStock(ctx, product, stock);
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
  const product = (await ctx.db.get("products", id)) ?? fail("NOT_FOUND");
  requireIncrement(increment, STOCK_MAX);
  const hold = await getHold(ctx, retailer, id);
  const returned = { productId: id, quantity: increment };
  if (hold === null && !(await wasReturned(ctx, retailer, returned, now)))
    return fail("NO_STOCK_TO_RESTORE");
  if (hold !== null) {
    requireIncrement(increment, ORDER_QUANTITY_MAX);
    await shrinkHold(ctx, hold, increment);
  }
  return { stock: await stockOf(ctx, product), changed: hold !== null };
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
