/** A distributor's order terms, and the bounds that they set to what one retailer has waiting (deviation 22). */
import { OPEN_ORDERS_SETTING_MAX } from "../../domain/limits";
import {
  areOrderTerms,
  DEFAULT_ORDER_TERMS,
  piecesMax,
  type OrderBounds,
  type OrderTerms,
} from "../../domain/orderTerms";
import { asAsked, keptLines, piecesOf, totalPaiseOf } from "../../domain/orderLines";
import { DAY_MS } from "../../domain/dates";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireUnblocked } from "../network/find";
import type { Pair } from "../network/sides";

export function termsOf(distributor: Doc<"users">): OrderTerms {
  return distributor.orderTerms ?? DEFAULT_ORDER_TERMS;
}

/** Null sets the defaults again. Errors: BAD_TERMS. */
export async function saveTerms(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  terms: OrderTerms | null,
): Promise<void> {
  if (terms !== null && !areOrderTerms(terms)) fail("BAD_TERMS");
  await ctx.db.patch("users", distributor._id, { orderTerms: terms ?? undefined });
}

/** Bounds that apply to a retailer who orders or reserves. */
export type Standing = { readonly connected: boolean; readonly bounds: OrderBounds };

/** Errors: NOT_AVAILABLE, YOU_BLOCKED, NETWORK_ONLY. */
export async function requireStanding(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  distributor: Doc<"users">,
): Promise<Standing> {
  const connection = await requireUnblocked(
    ctx,
    { retailerId: retailer._id, distributorId: distributor._id },
    "retailer",
  );
  const connected = connection?.status === "accepted";
  const terms = termsOf(distributor);
  if (terms.networkOnly === true && !connected) fail("NETWORK_ONLY");
  return { connected, bounds: terms[connected ? "connected" : "newcomer"] };
}

/** Errors: MIN_ORDER {minPaise, totalPaise} for an order below the distributor's minimum. */
export function requireMinimum(distributor: Doc<"users">, totalPaise: number): void {
  const { minOrderPaise: minPaise = 0 } = termsOf(distributor);
  if (totalPaise < minPaise) fail("MIN_ORDER", { minPaise, totalPaise });
}

/**
 * Marks a pending order whose retailer cancelled lines of it, if the rest is below the distributor's minimum: who places a larger order and
 * cancels a part of it would pass the minimum unseen. Lines that the distributor refused itself still count.
 */
export async function markBelowMinimum(
  ctx: MutationCtx,
  { _id, status, lines, distributorId }: Doc<"orders">,
): Promise<void> {
  if (status !== "pending") return;
  const distributor = await ctx.db.get("users", distributorId);
  const { minOrderPaise = 0 } = distributor === null ? {} : termsOf(distributor);
  const counted = lines.filter(({ refused }) => refused?.by !== "retailer");
  if (totalPaiseOf(counted.map(asAsked)) >= minOrderPaise) return;
  await ctx.db.patch("orders", _id, { isBelowMinimum: true });
}

type Holds = readonly Doc<"stockHolds">[];

type Lines = readonly { readonly productId: Id<"products">; readonly quantity: number }[];

type Waiting = {
  /** The pair's account, null before its first order. It counts the lines of pending orders, and their pieces. */
  readonly account: Doc<"creditAccounts"> | null;
  /** The retailer's reservations that stay. */
  readonly holds: Holds;
  /** Lines of the order, or the reservation, that are about to be written. */
  readonly planned: Lines;
  /** The products that pieces were taken of, once each, and what is left of their stock. */
  readonly taken: Iterable<{ readonly product: Doc<"products">; readonly stock: number }>;
};

/** The reservations of one distributor's products. */
async function holdsWith(ctx: QueryCtx, holds: Holds, { distributorId }: Pair): Promise<Holds> {
  const products = await Promise.all(holds.map((hold) => ctx.db.get("products", hold.productId)));
  return holds.filter((_, index) => products[index]?.distributorId === distributorId);
}

/** Lines of the pair's pending orders, of which there are at most `max`. A pending order can't be hidden: each is on the retailer's list. */
async function pendingLines(ctx: QueryCtx, { retailerId, distributorId }: Pair, max: number) {
  const pending = await ctx.db
    .query("orders")
    .withIndex("by_pair_list", (q) =>
      q
        .eq("retailerId", retailerId)
        .eq("distributorId", distributorId)
        .eq("retailerList", "pending"),
    )
    .take(max);
  return pending.flatMap(({ lines }) => keptLines(lines));
}

/**
 * Refuses what would go beyond the bounds. Asked before anything is written, and after the stock, so that a lack of it is told
 * first. Reads the caller's own orders alone: those of different retailers don't meet here. Errors:
 * TOO_MANY_OPEN_ORDERS {max, connected}, TOO_MANY_PIECES {max, productName, connected}.
 */
export async function requireWithinBounds(
  ctx: QueryCtx,
  pair: Pair,
  { bounds, connected }: Standing,
  waitingNow: Waiting,
): Promise<void> {
  const mayTakeAll = bounds.sharePercent === 100;
  if (mayTakeAll && bounds.orders === null) return;
  const max = bounds.orders ?? OPEN_ORDERS_SETTING_MAX;
  const { account, planned } = waitingNow;
  const holds = await holdsWith(ctx, waitingNow.holds, pair);
  // Each line that waits, each reservation and each line that is about to be written counts.
  const count = (account?.openLines ?? 0) + holds.length + planned.length;
  if (count > max) fail("TOO_MANY_OPEN_ORDERS", { max, connected });
  if (mayTakeAll) return;
  const piecesIn = (lines: Lines, { _id }: Doc<"products">) =>
    piecesOf(lines.filter(({ productId }) => productId === _id));
  const besides = [...holds, ...planned];
  const taken = [...waitingNow.taken];
  const openPieces = account?.openPieces ?? 0;
  const isFarBelow = taken.every(({ product, stock }) => {
    const pieces = piecesIn(besides, product);
    return openPieces + pieces <= piecesMax(bounds, stock + pieces, product);
  });
  // Of one product no more can wait than of all together, and the bound only grows with what waits: the orders need not be read.
  if (isFarBelow) return;
  const waiting = [...(await pendingLines(ctx, pair, max)), ...besides];
  for (const { product, stock } of taken) {
    const pieces = piecesIn(waiting, product);
    const most = piecesMax(bounds, stock + pieces, product);
    if (pieces > most) fail("TOO_MANY_PIECES", { max: most, productName: product.name, connected });
  }
}

/** Both parties are told so long before an order ends. */
export const REMINDED_BEFORE_MS = DAY_MS;

/** Deadline fields of a pending order: the end of its last day, and the time of the reminder. */
export function deadlineOf(
  distributor: Doc<"users">,
  placedAt: number,
): { answerBy: number; sweepAt: number } {
  const answerBy = placedAt + termsOf(distributor).answerDays * DAY_MS;
  return { answerBy, sweepAt: answerBy - REMINDED_BEFORE_MS };
}
