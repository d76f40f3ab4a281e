/** Lists of connections, the latest request first. Connections with closed accounts are left out. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { ConnectionStatus } from "../../domain/connectionLifecycle";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { connectionsOf } from "./find";
import type { Sides } from "./view";

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
