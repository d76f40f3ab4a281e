/** Terms between a distributor and one retailer: credit, the opening balance, and one order beyond the limit. */
import { areCreditTerms, type CreditTerms } from "../../domain/creditTerms";
import { addDays, parseDay, todayIst } from "../../domain/dates";
import { ALLOWANCE_LIFETIME_MS, LEDGER_SUM_MAX_PAISE, OPENING_DAYS_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { markUsed, requireAccount } from "./accounts";
import { requireKhata } from "./find";
import { enterOpening } from "./ledger";

/** Sets the terms from now on: invoices keep the due day of their own. Errors: NOT_FOUND, BAD_CREDIT_TERMS, TOO_MANY {retryAfterMs}. */
export async function setTerms(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { retailerId, ...terms }: CreditTerms & { readonly retailerId: string },
): Promise<void> {
  const { pair } = await requireKhata(ctx, distributor, retailerId);
  if (!areCreditTerms(terms)) fail("BAD_CREDIT_TERMS");
  await spend(ctx, "memberChanges", distributor._id);
  const { creditDays, creditLimitPaise, blockOverdueDays, overduePaiseIgnored } = terms;
  const { _id } = await requireAccount(ctx, pair);
  await ctx.db.patch("creditAccounts", _id, {
    isUsed: true,
    ...{ terms: terms.terms, creditDays, creditLimitPaise, blockOverdueDays, overduePaiseIgnored },
  });
}

function isSum(paise: number): boolean {
  return Number.isInteger(paise) && paise !== 0 && Math.abs(paise) <= LEDGER_SUM_MAX_PAISE;
}

/**
 * Enters what was open before the khata began: above zero the retailer owes it since `day`, below zero it has paid it in advance.
 * Errors: NOT_FOUND, BAD_AMOUNT, BAD_OPENING_DAY, LEDGER_STARTED after any entry.
 */
export async function openWith(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  asked: { readonly retailerId: string; readonly paise: number; readonly day: string },
  now: number,
): Promise<void> {
  const { pair } = await requireKhata(ctx, distributor, asked.retailerId);
  if (!isSum(asked.paise)) fail("BAD_AMOUNT");
  const today = todayIst(now);
  const day = parseDay(asked.day);
  if (day === null || day > today || day < addDays(today, -OPENING_DAYS_MAX))
    return fail("BAD_OPENING_DAY");
  const first = await ctx.db
    .query("ledgerEntries")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", pair.retailerId).eq("distributorId", pair.distributorId),
    )
    .first();
  if (first !== null) fail("LEDGER_STARTED");
  await markUsed(ctx, pair);
  await enterOpening(ctx, pair, { paise: asked.paise, day, actorId: distributor._id, now });
}

/** Lets one placement go `paise` beyond the limit within a day; a later allowance takes the place of one that was not used. Errors: NOT_FOUND, BAD_AMOUNT. */
export async function allowOnce(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { retailerId, paise }: { readonly retailerId: string; readonly paise: number },
  now: number,
): Promise<void> {
  const { pair } = await requireKhata(ctx, distributor, retailerId);
  if (!isSum(paise) || paise < 0) fail("BAD_AMOUNT");
  await spend(ctx, "memberChanges", distributor._id);
  const { _id } = await requireAccount(ctx, pair);
  const until = now + ALLOWANCE_LIFETIME_MS;
  await ctx.db.patch("creditAccounts", _id, { allowance: { paise, until } });
}
