/**
 * Credit of orders that ask for more on their document than was counted when they were placed: with a tax that was agreed on since, or with
 * a rounding to whole rupees. Placing itself asks in `khata/credit.ts`.
 */
import { creditRefusal, type CreditRefusal } from "../../domain/creditTerms";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { requireAccount } from "../khata/accounts";
import type { Pair } from "../network/sides";

type Account = Doc<"creditAccounts">;

/** The open, ordered and invoiced sum of the pair, paise. */
export function exposureOf({ balancePaise, openOrdersPaise }: Account): number {
  return balancePaise + openOrdersPaise;
}

export type CreditRequest = {
  /** The sum that the document asks for. */
  readonly neededPaise: number;
  /** Open and ordered without it. */
  readonly usedPaise: number;
};

/** True if the distributor's "Allow once" covers what goes beyond the limit. */
function isAllowed({ allowance }: Account, refusal: CreditRefusal, now: number): boolean {
  if (allowance === undefined || allowance.until <= now) return false;
  return refusal.usedPaise + refusal.neededPaise - refusal.limitPaise <= allowance.paise;
}

/**
 * Refuses what goes beyond the limit. Returns true where only the distributor's allowance covers it. Errors: CREDIT_LIMIT
 * {limitPaise, usedPaise, neededPaise, ofRetailer}, the last for the distributor alone.
 */
export async function requireCredit(
  ctx: MutationCtx,
  pair: Pair,
  { neededPaise, usedPaise }: CreditRequest,
  { reader, now }: { readonly reader: Doc<"users">; readonly now: number },
): Promise<boolean> {
  const account = await requireAccount(ctx, pair);
  const used = { balancePaise: usedPaise, openOrdersPaise: 0 };
  const refusal = creditRefusal(account, used, neededPaise);
  if (refusal === null) return false;
  const words = reader.role === "distributor" && { ofRetailer: true };
  if (!isAllowed(account, refusal, now)) fail("CREDIT_LIMIT", { ...refusal, ...words });
  return true;
}

/** As `requireCredit`, and uses the allowance up. Nothing is asked where no more is owed than was counted before. */
export async function takeRaise(
  ctx: MutationCtx,
  pair: Pair,
  { before, neededPaise }: { readonly before: Account; readonly neededPaise: number },
  by: { readonly reader: Doc<"users">; readonly now: number },
): Promise<void> {
  const account = await requireAccount(ctx, pair);
  const exposure = exposureOf(account);
  if (exposure <= exposureOf(before)) return;
  const amounts = { neededPaise, usedPaise: exposure - neededPaise };
  if (await requireCredit(ctx, pair, amounts, by))
    await ctx.db.patch("creditAccounts", account._id, { allowance: undefined });
}
