/** Daily figures of accepted orders: which changes a move makes, and how the fold adds them up. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { firstCoverDay, piecesSold, withPieces } from "../../domain/cover";
import { SOLD_PRODUCTS_MAX } from "../../domain/limits";
import { keptLines, totalPaiseOf } from "../../domain/orderLines";
import { sumsUntil, weekOf, withWeek } from "../../domain/weeks";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { CountChange } from "./counters";

type SoldChange = Extract<CountChange, { sold: unknown }>;
type SalesChange = Extract<SoldChange, { sold: "paise" | "orders" }>;
type PiecesChange = Extract<SoldChange, { sold: "pieces" }>;
type PairChange = Extract<SoldChange, { sold: "pairPaise" }>;

/** True while the daily figures count the order: it was accepted, and came to nothing neither then nor later. */
function isSold({ status, soldOn }: Doc<"orders">): boolean {
  return soldOn !== undefined && (status === "accepted" || status === "completed");
}

/** Changes by which the daily figures follow a change of an order. What is taken off is taken off the day of its acceptance. */
export function soldChanges(before: Doc<"orders">, after: Doc<"orders">): SoldChange[] {
  const sign = Number(isSold(after)) - Number(isSold(before));
  const { soldOn: day, retailerId, distributorId, lines } = after;
  if (sign === 0 || day === undefined) return [];
  const pieces = new Map<Id<"products">, number>();
  for (const { productId, quantity } of keptLines(lines))
    pieces.set(productId, (pieces.get(productId) ?? 0) + quantity);
  const by = sign * totalPaiseOf(lines);
  return [
    { sold: "paise", distributorId, day, by },
    { sold: "pairPaise", retailerId, distributorId, day, by },
    { sold: "orders", distributorId, day, by: sign },
    ...Array.from(pieces, ([productId, sum]) => ({
      sold: "pieces" as const,
      productId,
      distributorId,
      day,
      by: sign * sum,
    })),
  ];
}

async function addToSales(ctx: MutationCtx, { sold, distributorId, day, by }: SalesChange) {
  const row = await ctx.db
    .query("salesDays")
    .withIndex("by_distributor", (q) => q.eq("distributorId", distributorId).eq("day", day))
    .unique();
  if (row === null) {
    const none = { paise: 0, orders: 0 };
    await ctx.db.insert("salesDays", { distributorId, day, ...none, [sold]: by });
  } else {
    await ctx.db.patch("salesDays", row._id, { [sold]: row[sold] + by });
  }
}

async function addToProduct(ctx: MutationCtx, change: PiecesChange): Promise<void> {
  const { productId, distributorId, day, by: pieces } = change;
  const row = await getOneFrom(ctx.db, "productSales", "by_product", productId, "productId");
  const weeks = withWeek(row?.weeks ?? [], { week: weekOf(day), sum: pieces });
  if (row === null) {
    const days = [{ day, pieces }];
    await ctx.db.insert("productSales", { productId, distributorId, lastDay: day, days, weeks });
  } else if (day < firstCoverDay(row.lastDay)) {
    await ctx.db.patch("productSales", row._id, { weeks });
  } else {
    const days = withPieces(row.days, { day, pieces });
    await ctx.db.patch("productSales", row._id, { days, weeks, lastDay: days.at(-1)?.day ?? day });
  }
}

type Pair = Pick<PairChange, "retailerId" | "distributorId">;

/** Returns the figures of a pair; null before its first accepted order. */
export function salesOfPair(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
): Promise<Doc<"pairSales"> | null> {
  return ctx.db
    .query("pairSales")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .unique();
}

async function addToPair(ctx: MutationCtx, change: PairChange): Promise<void> {
  const { retailerId, distributorId, day, by: paise } = change;
  const row = await salesOfPair(ctx, change);
  const weeks = withWeek(row?.weeks ?? [], { week: weekOf(day), sum: paise });
  if (row === null) await ctx.db.insert("pairSales", { retailerId, distributorId, weeks });
  else await ctx.db.patch("pairSales", row._id, { weeks });
}

export type Sold = {
  readonly productId: Id<"products">;
  /** Of the 28 days that end with today. */
  readonly pieces: number;
  /** Pieces of each of the 12 weeks that end with the current one, the oldest first. */
  readonly weeks: number[];
};

/** Returns the sales of the products that were sold last, SOLD_PRODUCTS_MAX at most. */
export async function soldLately(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  today: string,
): Promise<Sold[]> {
  const sales = await ctx.db
    .query("productSales")
    .withIndex("by_distributor", (q) =>
      q.eq("distributorId", distributorId).gte("lastDay", firstCoverDay(today)),
    )
    .order("desc")
    .take(SOLD_PRODUCTS_MAX);
  return sales.map(({ productId, days, weeks }) => ({
    productId,
    pieces: piecesSold(days, today),
    weeks: sumsUntil(weeks, today),
  }));
}

/** Adds one sum for each figure. The fold alone calls it. */
export async function addSold(ctx: MutationCtx, sum: SoldChange): Promise<void> {
  if (sum.sold === "pieces") await addToProduct(ctx, sum);
  else if (sum.sold === "pairPaise") await addToPair(ctx, sum);
  else await addToSales(ctx, sum);
}

/** The figure that a change belongs to. */
export function soldKey(change: SoldChange): string {
  const { sold, distributorId, day } = change;
  switch (sold) {
    case "pieces":
      return `${sold} ${change.productId} ${day}`;
    case "pairPaise":
      return `${sold} ${change.retailerId}+${distributorId} ${weekOf(day)}`;
    default:
      return `${sold} ${distributorId} ${day}`;
  }
}
