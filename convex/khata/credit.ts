/** A pair's credit, asked in the transaction that places: what is open, pending and agreed, with this order, stays within the limit. */
import { DEFAULT_CREDIT_TERMS, creditRefusal, overdueBefore } from "../../domain/creditTerms";
import { todayIst } from "../../domain/dates";
import type { ErrorDataOf } from "../../domain/errors";
import { USUAL_ORDERS } from "../../domain/limits";
import { piecesOf } from "../../domain/orderLines";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { failWith } from "../errors";
import { requireAccount } from "./accounts";

/** Dues of one pair that are looked at for one larger than the ignored sum. */
const OVERDUE_LOOKED_AT = 500;

type CreditError = ErrorDataOf<"CREDIT_LIMIT" | "OVERDUE">;

async function overdueRefusal(
  ctx: QueryCtx,
  account: Doc<"creditAccounts">,
  now: number,
): Promise<ErrorDataOf<"OVERDUE"> | null> {
  const before = overdueBefore(account, todayIst(now));
  if (before === null) return null;
  const { retailerId, distributorId, overduePaiseIgnored = 0 } = account;
  const dues = await ctx.db
    .query("dues")
    .withIndex("by_pair", (q) =>
      q
        .eq("retailerId", retailerId)
        .eq("distributorId", distributorId)
        .eq("isOpen", true)
        .lt("dueOn", before),
    )
    .take(OVERDUE_LOOKED_AT);
  const due = dues.find(({ openPaise }) => openPaise > overduePaiseIgnored);
  return due === undefined ? null : { code: "OVERDUE", openPaise: due.openPaise, dueOn: due.dueOn };
}

/** Everything that stands against the order: it needs an allowance that covers each. */
async function refusalsOf(
  ctx: QueryCtx,
  account: Doc<"creditAccounts">,
  neededPaise: number,
  now: number,
): Promise<CreditError[]> {
  const limit = creditRefusal(account, account, neededPaise);
  const overdue = await overdueRefusal(ctx, account, now);
  return [
    ...(limit === null ? [] : [{ code: "CREDIT_LIMIT" as const, ...limit }]),
    ...(overdue === null ? [] : [overdue]),
  ];
}

/** True if the distributor's "Allow once" covers the order: the whole of it when overdue, else what goes beyond the limit. */
function isAllowed(
  { allowance }: Doc<"creditAccounts">,
  refusal: CreditError,
  neededPaise: number,
  now: number,
): boolean {
  if (allowance === undefined || allowance.until <= now) return false;
  if (refusal.code === "OVERDUE") return neededPaise <= allowance.paise;
  const beyond = refusal.usedPaise + neededPaise - refusal.limitPaise;
  return beyond <= allowance.paise;
}

/** The credit that an order may take: the account as it was read, null before the pair's first order. */
export type CreditGrant = {
  readonly account: Doc<"creditAccounts"> | null;
  readonly neededPaise: number;
  readonly usesAllowance: boolean;
};

/** Grants credit before a pair's first order, when there is no account yet. Errors: CREDIT_LIMIT. */
function grantFirst(neededPaise: number): CreditGrant {
  const exposure = { balancePaise: 0, openOrdersPaise: 0 };
  const refusal = creditRefusal(DEFAULT_CREDIT_TERMS, exposure, neededPaise);
  if (refusal !== null) failWith({ code: "CREDIT_LIMIT", ...refusal });
  return { account: null, neededPaise, usesAllowance: false };
}

/**
 * Grants an order of `neededPaise`, or refuses it. Writes nothing: `takeCredit` follows in the same transaction. Without a limit
 * and an overdue rule nothing is refused. Errors: CREDIT_LIMIT {limitPaise, usedPaise, neededPaise}, OVERDUE {openPaise, dueOn}.
 */
export async function requireCredit(
  ctx: QueryCtx,
  account: Doc<"creditAccounts"> | null,
  neededPaise: number,
  now: number,
): Promise<CreditGrant> {
  if (account === null) return grantFirst(neededPaise);
  const refusals = await refusalsOf(ctx, account, neededPaise, now);
  const refusal = refusals.find((each) => !isAllowed(account, each, neededPaise, now));
  if (refusal !== undefined) failWith(refusal);
  return { account, neededPaise, usesAllowance: refusals.length > 0 };
}

/** Counts a new order among the pair's open ones. One that needs the distributor's allowance uses it up. */
export async function takeCredit(
  ctx: MutationCtx,
  order: Doc<"orders">,
  { neededPaise, usesAllowance, ...grant }: CreditGrant,
): Promise<void> {
  const account = grant.account ?? (await requireAccount(ctx, order));
  const { _id, openOrdersPaise, openLines, openPieces, latestOrders } = account;
  await ctx.db.patch("creditAccounts", _id, {
    openOrdersPaise: openOrdersPaise + neededPaise,
    openLines: openLines + order.lines.length,
    openPieces: openPieces + piecesOf(order.lines),
    latestOrders: [...latestOrders, order._id].slice(-USUAL_ORDERS),
    ...(usesAllowance && { allowance: undefined }),
  });
}
