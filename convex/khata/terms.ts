/** Terms between a distributor and one retailer: credit, and one order beyond the limit. */
import { areCreditTerms, type CreditTerms } from "../../domain/creditTerms";
import { ALLOWANCE_LIFETIME_MS, LEDGER_SUM_MAX_PAISE } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { requireAccount } from "./accounts";
import { requireDealings } from "./find";

/** Sets the terms from now on: invoices keep the due day of their own. Errors: those of `requireDealings`, BAD_CREDIT_TERMS, TOO_MANY {retryAfterMs}. */
export async function setTerms(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { retailerId, ...terms }: CreditTerms & { readonly retailerId: string },
): Promise<void> {
  const { pair } = await requireDealings(ctx, distributor, retailerId);
  if (!areCreditTerms(terms)) fail("BAD_CREDIT_TERMS");
  await spend(ctx, "memberChanges", distributor._id);
  const { creditDays, creditLimitPaise, blockOverdueDays, overduePaiseIgnored } = terms;
  const { _id } = await requireAccount(ctx, pair);
  await ctx.db.patch("creditAccounts", _id, {
    isUsed: true,
    terms: terms.terms,
    creditDays,
    creditLimitPaise,
    blockOverdueDays,
    overduePaiseIgnored,
  });
}

/** True for a sum that one entry may have, other than zero. */
export function isLedgerSum(paise: number): boolean {
  return Number.isInteger(paise) && paise !== 0 && Math.abs(paise) <= LEDGER_SUM_MAX_PAISE;
}

/** Lets one order go `paise` beyond the limit within a day; a later allowance takes the place of one that was not used. Errors: those of `requireDealings`, BAD_AMOUNT. */
export async function allowOnce(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { retailerId, paise }: { readonly retailerId: string; readonly paise: number },
  now: number,
): Promise<void> {
  const { pair } = await requireDealings(ctx, distributor, retailerId);
  if (!isLedgerSum(paise) || paise < 0) fail("BAD_AMOUNT");
  await spend(ctx, "memberChanges", distributor._id);
  const { _id } = await requireAccount(ctx, pair);
  const until = now + ALLOWANCE_LIFETIME_MS;
  await ctx.db.patch("creditAccounts", _id, { allowance: { paise, until } });
}
