/** Finding a connection. "Not yours", "not there" and "no id at all" are one answer. */
import type { ConnectionStatus } from "../../domain/connectionLifecycle";
import type { TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { otherSide, type Pair } from "./sides";
import { fail } from "../errors";
import { requireTrading } from "../users/find";
import { findRow, requireOwn } from "../rows";

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

/** Returns the user's connections of one status. */
export function connectionsOf(ctx: QueryCtx, user: Doc<"users">, status: ConnectionStatus) {
  const table = ctx.db.query("connections");
  return user.role === "retailer"
    ? table.withIndex("by_retailer", (q) => q.eq("retailerId", user._id).eq("status", status))
    : table.withIndex("by_distributor", (q) =>
        q.eq("distributorId", user._id).eq("status", status),
      );
}

/** A connection of this trader's, or NOT_FOUND. */
export const requireOwnConnection = requireOwn("connections");

/** A distributor who trades here, or NOT_FOUND. */
export async function requireDistributor(
  ctx: QueryCtx,
  distributorId: string,
): Promise<Doc<"users">> {
  return requireTrading(await findRow(ctx, "users", distributorId));
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
