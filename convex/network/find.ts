/** Finding a connection. "Not yours", "not there" and "no id at all" are one answer. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireTrading } from "../users/find";

/** The one row of the pair, or null if the retailer never asked. */
export async function getConnection(
  ctx: QueryCtx,
  retailerId: Id<"users">,
  distributorId: Id<"users">,
): Promise<Doc<"connections"> | null> {
  return ctx.db
    .query("connections")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .unique();
}

/** A connection that was addressed to this distributor, or NOT_FOUND. */
export async function requireOwnConnection(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  connectionId: string,
): Promise<Doc<"connections">> {
  const id = ctx.db.normalizeId("connections", connectionId);
  const connection = id === null ? null : await ctx.db.get("connections", id);
  if (connection?.distributorId !== distributor._id) return fail("NOT_FOUND");
  return connection;
}

/** A distributor who trades here, or NOT_FOUND. */
export async function requireDistributor(
  ctx: QueryCtx,
  distributorId: string,
): Promise<Doc<"users">> {
  const id = ctx.db.normalizeId("users", distributorId);
  return requireTrading(id === null ? null : await ctx.db.get("users", id));
}
