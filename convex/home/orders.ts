/** Blocks of orders on home pages: what waits for an answer, and what is to be delivered. Each reads its own list, and the names of distributors. */
import type { Infer } from "convex/values";
import { daysOfGroup, DELIVERY_GROUPS, type DeliveryGroup } from "../../domain/deliveryGroups";
import { BADGE_MAX, HOME_DAY_ROWS_MAX, HOME_ROWS_MAX } from "../../domain/limits";
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { withWholeGroups } from "../orders/group";
import { owedOf } from "../orders/owed";
import { requireDay } from "../day";
import { distributorsOf } from "../users/find";
import { businessNameOf } from "../users/view";
import type { deliveriesBlock, toAnswerBlock, waitingBlock } from "./view";

type Waiting = Infer<typeof waitingBlock>;
type Deliveries = Infer<typeof deliveriesBlock>;

/** The business of the other party, or its name: a distributor's as it is called now, a retailer's as on the order. */
function partnersOf(ctx: QueryCtx, reader: TradeRole) {
  const distributorOf = distributorsOf(ctx);
  return async ({ distributorId, distributorName, shopName, userName }: Doc<"orders">) => {
    if (reader === "distributor") return shopName === "" ? userName : shopName;
    return businessNameOf(await distributorOf(distributorId)) || distributorName;
  };
}

type WaitingRow = Omit<Waiting["rows"][number], "partner"> & { readonly order: Doc<"orders"> };

/** Lines by placement, in the order of the rows. Those on offer wait for the retailer, the others for the distributor. */
function waitingRows(orders: readonly Doc<"orders">[]): WaitingRow[] {
  const rows = new Map<string, WaitingRow>();
  for (const order of orders) {
    if (order.offer !== undefined) continue;
    const { placementId, productName, quantity, placedAt } = order;
    const known = rows.get(placementId);
    rows.set(placementId, {
      ...(known ?? { placementId, order, orderId: order._id, productName, quantity, placedAt }),
      lines: (known?.lines ?? 0) + 1,
      totalPaise: (known?.totalPaise ?? 0) + owedOf(order),
    });
  }
  return [...rows.values()];
}

/** The first of the placements on a list of orders, and how many there are. `take` reads the list from its beginning. */
async function toWaiting(
  ctx: QueryCtx,
  take: (count: number) => Promise<Doc<"orders">[]>,
  { reader, direction }: { reader: TradeRole; direction: "asc" | "desc" },
): Promise<Waiting> {
  const read = await take(BADGE_MAX);
  const whole = await withWholeGroups(ctx, read, reader, direction);
  // Where so many were read, the rest of the last placement may be all that follows.
  const hasMore = read.length === BADGE_MAX && (await take(whole.length + 1)).length > whole.length;
  const found = waitingRows(whole);
  const partnerOf = partnersOf(ctx, reader);
  const rows = found.slice(0, HOME_ROWS_MAX).map(async ({ order, ...row }) => ({
    ...row,
    partner: await partnerOf(order),
  }));
  const count = Math.min(found.length, BADGE_MAX);
  return { count, hasMore, rows: await Promise.all(rows) };
}

/** A retailer's pending orders, the newest first. */
export async function waitingOf(ctx: QueryCtx, retailer: Doc<"users">): Promise<Waiting> {
  const newest = (count: number) =>
    ctx.db
      .query("orders")
      .withIndex("by_retailer_list", (q) =>
        q.eq("retailerId", retailer._id).eq("retailerList", "pending"),
      )
      .order("desc")
      .take(count);
  return toWaiting(ctx, newest, { reader: "retailer", direction: "desc" });
}

/** The newest lines among which one is looked for that is not on offer. */
const NEWEST_LINES = 10;

/** A distributor's pending orders, the oldest first; and when the newest came, which stands behind them. */
export async function toAnswerOf(
  ctx: QueryCtx,
  distributor: Doc<"users">,
): Promise<Infer<typeof toAnswerBlock>> {
  const pending = () =>
    ctx.db
      .query("orders")
      .withIndex("by_distributor_list", (q) =>
        q.eq("distributorId", distributor._id).eq("distributorList", "pending"),
      );
  const oldest = (count: number) => pending().take(count);
  const waiting = await toWaiting(ctx, oldest, { reader: "distributor", direction: "asc" });
  const isAll = !waiting.hasMore && waiting.count <= waiting.rows.length;
  const newest = isAll ? [] : await pending().order("desc").take(NEWEST_LINES);
  const newestAt = newest.find(({ offer }) => offer === undefined)?.placedAt;
  return { ...waiting, ...(newestAt !== undefined && { newestAt }) };
}

function acceptedOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  { from = "", to }: ReturnType<typeof daysOfGroup>,
) {
  const orders = ctx.db.query("orders");
  return user.role === "retailer"
    ? orders.withIndex("by_retailer_delivery", (q) =>
        q
          .eq("retailerId", user._id)
          .eq("retailerList", "accepted")
          .gte("deliveryBefore", from)
          .lte("deliveryBefore", to),
      )
    : orders.withIndex("by_distributor_delivery", (q) =>
        q
          .eq("distributorId", user._id)
          .eq("distributorList", "accepted")
          .gte("deliveryBefore", from)
          .lte("deliveryBefore", to),
      );
}

async function groupOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  group: DeliveryGroup,
  today: string,
): Promise<Deliveries[number]> {
  const orders = await acceptedOf(ctx, user, daysOfGroup(group, today)).take(BADGE_MAX);
  const reader = user.role === "retailer" ? "retailer" : "distributor";
  const partnerOf = partnersOf(ctx, reader);
  const rows = orders.slice(0, HOME_DAY_ROWS_MAX).map(async (order) => {
    const { _id, productName, quantity, deliveryBefore = "" } = order;
    return { _id, partner: await partnerOf(order), productName, quantity, deliveryBefore };
  });
  return { group, count: orders.length, rows: await Promise.all(rows) };
}

/** Accepted orders of either party by their days of delivery, the earliest first. Errors: BAD_REQUEST. */
export async function deliveriesOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  asked: string,
): Promise<Deliveries> {
  const today = requireDay(asked);
  return Promise.all(DELIVERY_GROUPS.map((group) => groupOf(ctx, user, group, today)));
}
