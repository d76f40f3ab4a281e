/** Blocks: either side of a pair ends all business with the other, connected or not, until it takes the block back. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { otherIdOf, pairWith, type Trader, type Pair } from "./sides";
import { fail } from "../errors";
import { emit } from "../events";
import { mapPage, pageOptions } from "../paging";
import { businessOf } from "../users/view";
import { findRow } from "../rows";
import { end } from "./change";
import { blockField, getConnection } from "./find";
import type { blockedRow } from "./view";

/** The other side of a pair that could be connected, also one whose account is closed. Errors: NOT_FOUND. */
async function requirePair(ctx: QueryCtx, trader: Trader, userId: string): Promise<Pair> {
  const other = await findRow(ctx, "users", userId);
  const pair = other === null ? null : pairWith(trader, other);
  return pair ?? fail("NOT_FOUND");
}

/** The pair's row; one that never asked gets a rejected one. */
async function connectionOf(
  ctx: MutationCtx,
  pair: Pair,
  now: number,
): Promise<Doc<"connections">> {
  const connection = await getConnection(ctx, pair.retailerId, pair.distributorId);
  if (connection !== null) return connection;
  await ctx.db.insert("connections", { ...pair, status: "rejected", requestedAt: now });
  return (await getConnection(ctx, pair.retailerId, pair.distributorId)) ?? fail("NOT_FOUND");
}

/**
 * Ends the connection or request of the two, and the retailer's reservations with the distributor. From then on neither can ask,
 * order, reserve or write. Orders that were placed before stay, for the distributor to answer. Errors: NOT_FOUND, TOO_MANY {retryAfterMs}.
 */
export async function block(
  ctx: MutationCtx,
  trader: Trader,
  userId: string,
  now: number,
): Promise<void> {
  const pair = await requirePair(ctx, trader, userId);
  await spend(ctx, "memberChanges", trader._id);
  const connection = await connectionOf(ctx, pair, now);
  const field = blockField(trader.role);
  if (connection[field] !== undefined) return;
  await end(ctx, connection, now);
  await ctx.db.patch("connections", connection._id, { [field]: now });
  await emit(ctx, { type: "pairBlocked", ...pair, now });
}

/** Takes the block back. The connection stays ended: the retailer can ask again. Errors: NOT_FOUND, TOO_MANY {retryAfterMs}. */
export async function unblock(ctx: MutationCtx, trader: Trader, userId: string): Promise<void> {
  const { retailerId, distributorId } = await requirePair(ctx, trader, userId);
  const connection = await getConnection(ctx, retailerId, distributorId);
  const field = blockField(trader.role);
  if (connection?.[field] === undefined) return;
  await spend(ctx, "memberChanges", trader._id);
  await ctx.db.patch("connections", connection._id, { [field]: undefined });
}

function blocksOf(ctx: QueryCtx, trader: Trader) {
  const table = ctx.db.query("connections");
  const own =
    trader.role === "retailer"
      ? table.withIndex("by_retailer_block", (q) =>
          q.eq("retailerId", trader._id).gt("blockedByRetailerAt", 0),
        )
      : table.withIndex("by_distributor_block", (q) =>
          q.eq("distributorId", trader._id).gt("blockedByDistributorAt", 0),
        );
  return own.order("desc");
}

/** The other sides that the trader blocks, the latest first. */
export async function listBlocked(
  ctx: QueryCtx,
  trader: Trader,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof blockedRow>>> {
  const result = await blocksOf(ctx, trader).paginate(pageOptions(paginationOpts));
  return mapPage(result, async (connection) => {
    const other = await ctx.db.get("users", otherIdOf(connection, trader));
    if (other === null) return null;
    return {
      userId: other._id,
      name: other.name,
      business: businessOf(other),
      email: other.email,
      blockedAt: connection[blockField(trader.role)] ?? 0,
    };
  });
}
