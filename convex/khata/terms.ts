/** Terms between a distributor and one retailer: credit, and one order beyond the limit. */
import {
  CREDIT_FIGURES,
  type CreditTerms,
  wrongCreditTerms,
} from "../../domain/fields/creditTerms";
import { isFigure } from "../../domain/fields/figures";
import { namesOf } from "../../domain/fields/kinds";
import { AMOUNT } from "../../domain/fields/payment";
import { ALLOWANCE_LIFETIME_MS } from "../../domain/limits";
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
  { retailerId, ...creditTerms }: CreditTerms & { readonly retailerId: string },
): Promise<void> {
  const { pair } = await requireDealings(ctx, distributor, retailerId);
  if (wrongCreditTerms(creditTerms).length > 0) fail("BAD_CREDIT_TERMS");
  await spend(ctx, "memberChanges", distributor._id);
  const { _id } = await requireAccount(ctx, pair);
  // Those that are left out end.
  const figures = Object.fromEntries(
    namesOf(CREDIT_FIGURES).map((name) => [name, creditTerms[name]]),
  );
  await ctx.db.patch("creditAccounts", _id, { isUsed: true, terms: creditTerms.terms, ...figures });
}

/** Lets one order go `paise` beyond the limit within a day; a later allowance takes the place of one that was not used. Errors: those of `requireDealings`, BAD_AMOUNT. */
export async function allowOnce(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { retailerId, paise }: { readonly retailerId: string; readonly paise: number },
  now: number,
): Promise<void> {
  const { pair } = await requireDealings(ctx, distributor, retailerId);
  if (!isFigure(AMOUNT, paise)) fail("BAD_AMOUNT");
  await spend(ctx, "memberChanges", distributor._id);
  const { _id } = await requireAccount(ctx, pair);
  const until = now + ALLOWANCE_LIFETIME_MS;
  await ctx.db.patch("creditAccounts", _id, { allowance: { paise, until } });
}
