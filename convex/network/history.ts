/** The timeline of a connection: when it was asked for and answered, and what the other was called meanwhile. */
import type { Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { pairWith, type Trader } from "./sides";
import { renamesSince } from "../users/renames";
import { findRow } from "../rows";
import { getConnection } from "./find";
import type { connectionHistory } from "./view";

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
