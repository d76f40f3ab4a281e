/** A retailer's basket: lines of several distributors, each with what is true of its product now. */
import { BASKET_LINES_MAX } from "../../domain/limits";
import { isOrderQuantity } from "../../domain/orderRequest";
import { unitPrice } from "../../domain/productTerms";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { requireListedProduct } from "../products/find";
import { type BasketView, toBasketView } from "./view";

/** Returns the lines in order of adding. */
export function linesOf(ctx: QueryCtx, retailer: Doc<"users">): Promise<Doc<"basketLines">[]> {
  return ctx.db
    .query("basketLines")
    .withIndex("by_retailer", (q) => q.eq("retailerId", retailer._id))
    .take(BASKET_LINES_MAX);
}

function getLine(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  productId: Id<"products">,
): Promise<Doc<"basketLines"> | null> {
  return ctx.db
    .query("basketLines")
    .withIndex("by_product", (q) => q.eq("retailerId", retailer._id).eq("productId", productId))
    .unique();
}

export async function listBasket(ctx: QueryCtx, retailer: Doc<"users">): Promise<BasketView> {
  return toBasketView(ctx, await linesOf(ctx, retailer));
}

export type Quantity = { readonly productId: Id<"products">; readonly quantity: number };

export async function quantitiesOf(ctx: QueryCtx, retailer: Doc<"users">): Promise<Quantity[]> {
  const lines = await linesOf(ctx, retailer);
  return lines.map(({ productId, quantity }) => ({ productId, quantity }));
}

async function removeLine(ctx: MutationCtx, line: Doc<"basketLines"> | null): Promise<void> {
  if (line !== null) await ctx.db.delete("basketLines", line._id);
}

async function requireRoom(ctx: QueryCtx, retailer: Doc<"users">): Promise<void> {
  const { length } = await linesOf(ctx, retailer);
  if (length >= BASKET_LINES_MAX) fail("BASKET_FULL", { max: BASKET_LINES_MAX });
}

/**
 * Sets how many pieces of a product the basket has; 0 removes it. What the product's terms or stock don't allow can be in a basket,
 * whose screen says so, but not be placed. Errors: NOT_FOUND, BAD_QUANTITY, BASKET_FULL {max}, TOO_MANY {retryAfterMs}.
 */
export async function setLine(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  { productId: sent, quantity }: { productId: string; quantity: number },
): Promise<void> {
  const productId = ctx.db.normalizeId("products", sent) ?? fail("NOT_FOUND");
  const line = await getLine(ctx, retailer, productId);
  if (quantity === 0) return removeLine(ctx, line);
  if (!isOrderQuantity(quantity)) fail("BAD_QUANTITY");
  if (line?.quantity === quantity) return;
  await spend(ctx, "basketChanges", retailer._id);
  const { product } = await requireListedProduct(ctx, productId);
  const seenPricePaise = unitPrice(product, quantity);
  if (line !== null) {
    await ctx.db.patch("basketLines", line._id, { quantity, seenPricePaise });
    return;
  }
  await requireRoom(ctx, retailer);
  const retailerId = retailer._id;
  await ctx.db.insert("basketLines", { retailerId, productId, quantity, seenPricePaise });
}

/** Removes the lines that were placed as they are; one that was changed meanwhile stays. Reads the basket once, not line by line. */
export async function removePlaced(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  placed: readonly Quantity[],
): Promise<void> {
  const quantities = new Map(placed.map(({ productId, quantity }) => [productId, quantity]));
  for (const line of await linesOf(ctx, retailer))
    if (quantities.get(line.productId) === line.quantity) await removeLine(ctx, line);
}

/** Empties the basket of an account that is closed. */
export async function dissolveBasket(ctx: MutationCtx, retailer: Doc<"users">): Promise<void> {
  for (const line of await linesOf(ctx, retailer)) await removeLine(ctx, line);
}
