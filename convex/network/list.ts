/** Lists of connections, the latest request first, and the history of one. Connections with closed accounts are left out of the lists. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { ConnectionStatus } from "../../domain/connectionLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { renamesSince } from "../users/renames";
import { findRow } from "../rows";
import { connectionsOf, getConnection } from "./find";
import type { Sides, connectionHistory } from "./view";
import { pairWith, type Trader } from "./sides";

/** The user's connections of one status, the latest request first, each as `toRow` shows it. */
export async function listConnections<Row>(
  ctx: QueryCtx,
  user: Doc<"users">,
  status: ConnectionStatus,
  paginationOpts: PaginationOptions,
  toRow: (ctx: QueryCtx, connection: Doc<"connections">, sides: Sides) => Promise<Row>,
): Promise<PaginationResult<Row>> {
  const result = await connectionsOf(ctx, user, status)
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  const isRetailer = user.role === "retailer";
  return mapPage(result, async (connection) => {
    const otherId = isRetailer ? connection.distributorId : connection.retailerId;
    const other = await ctx.db.get("users", otherId);
    if (other === null || other.deactivatedAt !== undefined) return null;
    const sides = isRetailer
      ? { retailer: user, distributor: other }
      : { retailer: other, distributor: user };
    return toRow(ctx, connection, sides);
  });
}

/** Null for whoever is no trader of the other kind, and for whom the caller has no connection with, open or ended. */
export async function historyWith(
  ctx: QueryCtx,
  trader: Trader,
  userId: string,
): Promise<Infer<typeof connectionHistory> | null> {
  const other = await findRow(ctx, "users", userId);
  const pair = other === null ? null : pairWith(trader, other);
  if (other === null || pair === null) return null;
  const connection = await getConnection(ctx, pair.retailerId, pair.distributorId);
  if (connection === null) return null;
  const { status, requestedAt, answeredAt, _creationTime: metAt } = connection;
  const formerNames = await renamesSince(ctx, other._id, metAt);
  return {
    status,
    requestedAt,
    formerNames,
    ...(answeredAt !== undefined && { answeredAt }),
  };
}
