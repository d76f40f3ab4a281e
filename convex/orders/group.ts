/**
 * Placements in lists of orders. A list's rows are orders; those of one placement lie beside each other in its index, and a page that
 * begins or ends within one is cut so that the group belongs, whole, to the page of its first row.
 */
import { BADGE_MAX, ORDER_LINES_MAX } from "../../domain/limits";
import type { OrderList } from "../../domain/orderLifecycle";
import type { TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getOwnOrder, partyOf } from "./find";

/** The orders of a placement in the order of placing. */
export function linesOf(ctx: QueryCtx, placementId: Id<"placements">): Promise<Doc<"orders">[]> {
  return ctx.db
    .query("orders")
    .withIndex("by_placement", (q) => q.eq("placementId", placementId))
    .take(ORDER_LINES_MAX);
}

const LIST_FIELD = { retailer: "retailerList", distributor: "distributorList" } as const;

/** The lines of an order's placement on one of its party's lists, in the order of placing; none of an order of others, or of what is no id. */
export async function placementOnList(
  ctx: QueryCtx,
  owner: Doc<"users">,
  list: OrderList,
  orderId: string,
): Promise<Doc<"orders">[]> {
  const order = await getOwnOrder(ctx, owner, orderId);
  const party = order === null ? null : partyOf(order, owner);
  if (order === null || party === null) return [];
  const lines = await linesOf(ctx, order.placementId);
  return lines.filter((line) => line[LIST_FIELD[party]] === list);
}

/** A field by which a list is ordered, so that lines with another value stand elsewhere. */
type OrderedBy = "placedAt" | "deliveryBefore";

/** The lines of the order's placement that stand beside it on this party's list, the order itself among them. */
async function groupOf(
  ctx: QueryCtx,
  order: Doc<"orders">,
  party: TradeRole,
  by: OrderedBy,
): Promise<Doc<"orders">[]> {
  if (order.lineCount === undefined) return [order];
  const field = LIST_FIELD[party];
  const lines = await linesOf(ctx, order.placementId);
  return lines.filter((line) => line[field] === order[field] && line[by] === order[by]);
}

/** A page in which no group begins before the first row or goes on behind the last one. Rows are in the order of the list. */
export async function withWholeGroups(
  ctx: QueryCtx,
  page: readonly Doc<"orders">[],
  party: TradeRole,
  direction: "asc" | "desc",
  by: OrderedBy = "placedAt",
): Promise<Doc<"orders">[]> {
  const [first] = page;
  const last = page.at(-1);
  if (first === undefined || last === undefined) return [];
  const inOrder = (group: Doc<"orders">[]) => (direction === "asc" ? group : group.reverse());
  const firstGroup = inOrder(await groupOf(ctx, first, party, by));
  const isBegun = firstGroup[0]?._id !== first._id;
  const isBeside = (row: Doc<"orders">, other: Doc<"orders">) =>
    row.placementId === other.placementId && row[by] === other[by];
  const own = isBegun ? page.filter((row) => !isBeside(row, first)) : page;
  if (own.length === 0) return [];
  const lastGroup = isBeside(last, first)
    ? firstGroup
    : inOrder(await groupOf(ctx, last, party, by));
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

/** Counts the caller's pending and accepted orders to 100 each; an admin has none. */
export async function countOpen(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<{ pending: number; accepted: number }> {
  switch (user.role) {
    case "admin":
      return { pending: 0, accepted: 0 };
    case "distributor": {
      const accepted = await ctx.db
        .query("orders")
        .withIndex("by_distributor_list", (q) =>
          q.eq("distributorId", user._id).eq("distributorList", "accepted"),
        )
        .take(BADGE_MAX);
      return { pending: await countWaiting(ctx, user), accepted: accepted.length };
    }
    case "retailer": {
      const count = async (list: "pending" | "accepted") => {
        const orders = await ctx.db
          .query("orders")
          .withIndex("by_retailer_list", (q) =>
            q.eq("retailerId", user._id).eq("retailerList", list),
          )
          .take(BADGE_MAX);
        return orders.length;
      };
      return { pending: await count("pending"), accepted: await count("accepted") };
    }
  }
}
