/** The credit account of a pair: found, made when it is first needed, and kept equal to the pair's pending orders. And finding dues. */
import { DEFAULT_CREDIT_TERMS } from "../../domain/creditTerms";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Pair } from "../network/pair";
import { owedOf } from "../orders/owed";

/** More pending orders than versions without accounts let a pair have; from the account's first day on they are counted. */
const ORDERS_BEFORE_ACCOUNT_MAX = 4_000;

export function pairOf({ retailerId, distributorId }: Pair): Pair {
  return { retailerId, distributorId };
}

export function getAccount(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
): Promise<Doc<"creditAccounts"> | null> {
  return ctx.db
    .query("creditAccounts")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .unique();
}

/** The worth of the pair's pending orders. */
export async function pendingPaise(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
): Promise<number> {
  const orders = await ctx.db
    .query("orders")
    .withIndex("by_pair_status", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("status", "pending"),
    )
    .take(ORDERS_BEFORE_ACCOUNT_MAX);
  return orders.reduce((sum, order) => sum + owedOf(order), 0);
}

/** Makes the pair's account, with the orders that are pending now, those of this transaction among them. */
async function openAccount(ctx: MutationCtx, pair: Pair): Promise<void> {
  await ctx.db.insert("creditAccounts", {
    ...pairOf(pair),
    ...DEFAULT_CREDIT_TERMS,
    balancePaise: 0,
    advancePaise: 0,
    openOrdersPaise: await pendingPaise(ctx, pair),
  });
}

/** The pair's account; made if there is none. */
export async function requireAccount(ctx: MutationCtx, pair: Pair): Promise<Doc<"creditAccounts">> {
  const account = await getAccount(ctx, pair);
  if (account !== null) return account;
  await openAccount(ctx, pair);
  return requireAccount(ctx, pair);
}

/** Notes that the two keep their money here, and are to be reminded of it. */
export async function markUsed(ctx: MutationCtx, pair: Pair): Promise<void> {
  const { _id, isUsed } = await requireAccount(ctx, pair);
  if (isUsed !== true) await ctx.db.patch("creditAccounts", _id, { isUsed: true });
}

/** Notes that the pair's pending orders are worth `by` paise more, or less. Called after the orders were written. */
export async function changeOpenOrders(ctx: MutationCtx, pair: Pair, by: number): Promise<void> {
  const account = await getAccount(ctx, pair);
  if (account === null) await openAccount(ctx, pair);
  else
    await ctx.db.patch("creditAccounts", account._id, {
      openOrdersPaise: account.openOrdersPaise + by,
    });
}

/** The due of an invoice; null for invoices that are older than the khata. */
export function getDue(ctx: QueryCtx, invoiceId: Id<"invoices">): Promise<Doc<"dues"> | null> {
  return ctx.db
    .query("dues")
    .withIndex("by_invoice", (q) => q.eq("invoiceId", invoiceId))
    .unique();
}
