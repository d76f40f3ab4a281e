/** The credit account of a pair: found, made when it is first needed, and kept equal to the pair's pending orders. And finding dues. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { DEFAULT_CREDIT_TERMS } from "../../domain/creditTerms";
import { invariant } from "../../domain/invariant";
import { keptLines, owedPaiseOf, piecesOf } from "../../domain/orderLines";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Pair } from "../network/sides";

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

/** The pair's account; made if there is none. */
export async function requireAccount(ctx: MutationCtx, pair: Pair): Promise<Doc<"creditAccounts">> {
  const account = await getAccount(ctx, pair);
  if (account !== null) return account;
  await ctx.db.insert("creditAccounts", {
    ...pairOf(pair),
    ...DEFAULT_CREDIT_TERMS,
    balancePaise: 0,
    advancePaise: 0,
    openOrdersPaise: 0,
    openLines: 0,
    openPieces: 0,
    latestOrders: [],
  });
  return requireAccount(ctx, pair);
}

/** Notes that the two keep their money here, and are to be reminded of it. */
export async function markUsed(ctx: MutationCtx, pair: Pair): Promise<void> {
  const { _id, isUsed } = await requireAccount(ctx, pair);
  if (isUsed !== true) await ctx.db.patch("creditAccounts", _id, { isUsed: true });
}

type OrderLines = Doc<"orders">["lines"];

/** Notes that lines of a pending order of the pair are `now` these; none once it is pending no more. */
export async function changeOpenOrders(
  ctx: MutationCtx,
  pair: Pair,
  { before, now }: { readonly before: OrderLines; readonly now: OrderLines },
): Promise<void> {
  const { _id, openOrdersPaise, openLines, openPieces } = await requireAccount(ctx, pair);
  const [keptBefore, keptNow] = [keptLines(before), keptLines(now)];
  await ctx.db.patch("creditAccounts", _id, {
    openOrdersPaise: openOrdersPaise + owedPaiseOf(now) - owedPaiseOf(before),
    openLines: openLines + keptNow.length - keptBefore.length,
    openPieces: openPieces + piecesOf(keptNow) - piecesOf(keptBefore),
  });
}

/** The due of an invoice, which is entered with it and never deleted. */
export async function dueOf(ctx: QueryCtx, invoiceId: Id<"invoices">): Promise<Doc<"dues">> {
  const due = await getOneFrom(ctx.db, "dues", "by_invoice", invoiceId, "invoiceId");
  invariant(due !== null, `The due of invoice ${invoiceId} is missing.`);
  return due;
}
