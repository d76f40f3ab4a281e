/** Blocks of orders on home pages: what waits for an answer, and what is to be delivered. Each reads its own list, and the names of distributors. */
import type { Infer } from "convex/values";
import {
  type DeliveryDays,
  type DeliveryGroup,
  daysOfGroup,
  DELIVERY_GROUPS,
} from "../../domain/deliveryGroups";
import {
  BADGE_MAX,
  COUNTED_BYTES_MAX,
  HOME_DAY_ROWS_MAX,
  HOME_ROWS_MAX,
} from "../../domain/limits";
import { invariant } from "../../domain/invariant";
import { keptLines, owedPaiseOf } from "../../domain/orderLines";
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { requireDay } from "../day";
import { type ReadBudget, takeWithin } from "../paging";
import { shortPictureOf } from "../uploads/short";
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

/** Returns an order as a row names it, by the first product that is left of it. */
async function goodsOf(ctx: QueryCtx, order: Doc<"orders">) {
  const lines = keptLines(order.lines);
  const [first] = lines;
  return {
    productName: first?.productName ?? "",
    picture: first === undefined ? null : await shortPictureOf(ctx, first.imageId),
    quantity: first?.quantity ?? 0,
    lines: lines.length,
  };
}

/** Pending orders that are read beside the counted ones, because some may be on offer, and so wait for the other party. */
const OFFERED_AMONG = 50;

/** The first orders of a list that wait for the distributor, and how many there are. Those on offer wait for the retailer. */
async function toWaiting(
  ctx: QueryCtx,
  orders: AsyncIterable<Doc<"orders">>,
  reader: TradeRole,
): Promise<Waiting> {
  const budget = { bytesLeft: COUNTED_BYTES_MAX };
  const read = await takeWithin(orders, BADGE_MAX + OFFERED_AMONG, budget);
  const found = read.filter(({ offer }) => offer === undefined);
  const partnerOf = partnersOf(ctx, reader);
  const rows = found.slice(0, HOME_ROWS_MAX).map(async (order) => {
    const { _id: orderId, placedAt } = order;
    const totalPaise = owedPaiseOf(keptLines(order.lines));
    const [goods, partner] = await Promise.all([goodsOf(ctx, order), partnerOf(order)]);
    return { orderId, ...goods, totalPaise, placedAt, partner };
  });
  return {
    count: Math.min(found.length, BADGE_MAX),
    hasMore:
      found.length > BADGE_MAX ||
      read.length === BADGE_MAX + OFFERED_AMONG ||
      budget.bytesLeft <= 0,
    rows: await Promise.all(rows),
  };
}

/** A retailer's pending orders, the newest first. */
export async function waitingOf(ctx: QueryCtx, retailer: Doc<"users">): Promise<Waiting> {
  const newest = ctx.db
    .query("orders")
    .withIndex("by_retailer_list", (q) =>
      q.eq("retailerId", retailer._id).eq("retailerList", "pending"),
    )
    .order("desc");
  return toWaiting(ctx, newest, "retailer");
}

/** The newest orders among which one is looked for that is not on offer. */
const NEWEST_ORDERS = 10;

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
  const waiting = await toWaiting(ctx, pending(), "distributor");
  const isAll = !waiting.hasMore && waiting.count <= waiting.rows.length;
  const newest = isAll ? [] : await pending().order("desc").take(NEWEST_ORDERS);
  const newestAt = newest.find(({ offer }) => offer === undefined)?.placedAt;
  return { ...waiting, ...(newestAt !== undefined && { newestAt }) };
}

type Due = Doc<"orders"> | Doc<"deliveries">;

/** A distributor's accepted orders, or what a retailer has instead of its own. */
function dueOf(
  ctx: QueryCtx,
  { _id, role }: Doc<"users">,
  { from = "", to }: DeliveryDays,
): AsyncIterable<Due> {
  if (role === "retailer")
    return ctx.db
      .query("deliveries")
      .withIndex("by_retailer", (q) => q.eq("retailerId", _id).gte("day", from).lte("day", to));
  return ctx.db
    .query("orders")
    .withIndex("by_due", (q) =>
      q
        .eq("sweepAt", undefined)
        .eq("distributorId", _id)
        .eq("distributorList", "accepted")
        .gte("deliveryBefore", from)
        .lte("deliveryBefore", to),
    );
}

async function orderOf(ctx: QueryCtx, due: Due): Promise<Doc<"orders">> {
  if (!("orderId" in due)) return due;
  const order = await ctx.db.get("orders", due.orderId);
  invariant(order !== null, "An order is never deleted.");
  return order;
}

async function groupOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  { group, today, budget }: { group: DeliveryGroup; today: string; budget: ReadBudget },
): Promise<Deliveries[number]> {
  const found: Due[] = [];
  const days: Deliveries[number]["days"] = [];
  for (const range of daysOfGroup(group, today)) {
    const due = await takeWithin(dueOf(ctx, user, range), BADGE_MAX, budget);
    if (range.from !== undefined) days.push({ day: range.from, count: due.length });
    found.push(...due);
  }
  const partnerOf = partnersOf(ctx, user.role === "retailer" ? "retailer" : "distributor");
  const rows = found.slice(0, HOME_DAY_ROWS_MAX).map(async (due) => {
    const order = await orderOf(ctx, due);
    const { _id, deliveryBefore = "" } = order;
    const [goods, partner] = await Promise.all([goodsOf(ctx, order), partnerOf(order)]);
    return { _id, partner, ...goods, deliveryBefore };
  });
  const count = Math.min(found.length, BADGE_MAX);
  return { group, count, days, rows: await Promise.all(rows) };
}

/** Accepted orders of either party by their days of delivery, the earliest first. Errors: BAD_REQUEST. */
export async function deliveriesOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  clientDay: string,
): Promise<Deliveries> {
  const today = requireDay(clientDay);
  const budget = { bytesLeft: COUNTED_BYTES_MAX };
  const groups: Deliveries = [];
  for (const group of DELIVERY_GROUPS)
    groups.push(await groupOf(ctx, user, { group, today, budget }));
  return groups;
}
