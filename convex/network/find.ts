/** Finding a connection. "Not yours", "not there" and "no id at all" are one answer. */
import type { TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { otherSide } from "./sides";
import { fail } from "../errors";
import { requireTrading } from "../users/find";
import type { Pair } from "./pair";

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

/** A connection of this trader's, or NOT_FOUND. */
export async function requireOwnConnection(
  ctx: QueryCtx,
  trader: Doc<"users">,
  connectionId: string,
): Promise<Doc<"connections">> {
  const id = ctx.db.normalizeId("connections", connectionId);
  const connection = id === null ? null : await ctx.db.get("connections", id);
  const ownId = trader.role === "retailer" ? connection?.retailerId : connection?.distributorId;
  return connection !== null && ownId === trader._id ? connection : fail("NOT_FOUND");
}

/** A distributor who trades here, or NOT_FOUND. */
export async function requireDistributor(
  ctx: QueryCtx,
  distributorId: string,
): Promise<Doc<"users">> {
  const id = ctx.db.normalizeId("users", distributorId);
  return requireTrading(id === null ? null : await ctx.db.get("users", id));
}

const BLOCK_FIELDS = {
  retailer: "blockedByRetailerAt",
  distributor: "blockedByDistributorAt",
} as const satisfies Record<TradeRole, keyof Doc<"connections">>;

/** The field that says since when a side blocks the other. */
export function blockField(side: TradeRole): (typeof BLOCK_FIELDS)[TradeRole] {
  return BLOCK_FIELDS[side];
}

/** True while either side blocks the other. */
export async function isBlocked(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
): Promise<boolean> {
  const connection = await getConnection(ctx, retailerId, distributorId);
  return (
    connection?.blockedByRetailerAt !== undefined ||
    connection?.blockedByDistributorAt !== undefined
  );
}

/**
 * The pair's row, or null if there is none, while neither blocks the other. `side` is the caller's: whoever is blocked reads a
 * neutral sentence, whoever blocked reads that. Errors: NOT_AVAILABLE, YOU_BLOCKED.
 */
export async function requireUnblocked(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
  side: TradeRole,
): Promise<Doc<"connections"> | null> {
  const connection = await getConnection(ctx, retailerId, distributorId);
  if (connection === null) return null;
  if (connection[blockField(side)] !== undefined) fail("YOU_BLOCKED");
  if (connection[blockField(otherSide(side))] !== undefined) fail("NOT_AVAILABLE");
  return connection;
}
