/**
 * Placements in lists of orders. A list's rows are orders; those of one placement lie beside each other in its index, and a page that
 * begins or ends within one is cut so that the group belongs, whole, to the page of its first row.
 */
import { BADGE_MAX, ORDER_LINES_MAX } from "../../domain/limits";
import type { OrderParty } from "../../domain/orderLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** The orders of a placement in the order of placing. */
export function linesOf(ctx: QueryCtx, placementId: Id<"placements">): Promise<Doc<"orders">[]> {
  return ctx.db
    .query("orders")
    .withIndex("by_placement", (q) => q.eq("placementId", placementId))
    .take(ORDER_LINES_MAX);
}

const LIST_FIELD = { retailer: "retailerShelf", distributor: "distributorShelf" } as const;

/** The lines of the order's placement that are on the same list of this party, the order itself among them. */
async function groupOf(
  ctx: QueryCtx,
  order: Doc<"orders">,
  party: OrderParty,
): Promise<Doc<"orders">[]> {
  if (order.lineCount === undefined) return [order];
  const field = LIST_FIELD[party];
  const lines = await linesOf(ctx, order.placementId);
  return lines.filter((line) => line[field] === order[field]);
}

/** A page in which no group begins before the first row or goes on behind the last one. Rows are in the order of the list. */
export async function withWholeGroups(
  ctx: QueryCtx,
  page: readonly Doc<"orders">[],
  party: OrderParty,
  direction: "asc" | "desc",
): Promise<Doc<"orders">[]> {
  const [first] = page;
  const last = page.at(-1);
  if (first === undefined || last === undefined) return [];
  const inOrder = (group: Doc<"orders">[]) => (direction === "asc" ? group : group.reverse());
  const firstGroup = inOrder(await groupOf(ctx, first, party));
  const isBegun = firstGroup[0]?._id !== first._id;
  const own = isBegun ? page.filter((row) => row.placementId !== first.placementId) : page;
  if (own.length === 0) return [];
  const lastGroup =
    last.placementId === first.placementId ? firstGroup : inOrder(await groupOf(ctx, last, party));
  const known = new Set(own.map(({ _id }) => _id));
  return [...own, ...lastGroup.filter(({ _id }) => !known.has(_id))];
}

/** Placements of which a line waits for this distributor's answer; at most 100, which stand for more. */
export async function countWaiting(ctx: QueryCtx, distributor: Doc<"users">): Promise<number> {
  const waiting = await ctx.db
    .query("placements")
    .withIndex("by_distributor_waiting", (q) =>
      q.eq("distributorId", distributor._id).gt("waitingLines", 0),
    )
    .take(BADGE_MAX);
  return waiting.length;
}
