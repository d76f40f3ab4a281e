/** The functions behind the khata calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v, type Infer } from "convex/values";
import { todayIst } from "../../../domain/dates";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fail } from "../../errors";
import * as lists from "../../khata/list";
import * as openings from "../../khata/openings";
import { creditTermsFields } from "../../khata/schema";
import * as terms from "../../khata/terms";
import { agedDues, khataRow, khataView, ledgerEntryView } from "../../khata/view";
import { restMutation, restQuery } from "../caller";

const traderQuery = restQuery("retailer", "distributor");
const page = { paginationOpts: paginationOptsValidator };
const partner = { partnerId: v.string() };

const agedKhata = v.object({ khata: khataView, ...agedDues.fields });

type OwnCtx = QueryCtx & { readonly user: Doc<"users"> };

async function agedKhataOf(
  ctx: OwnCtx,
  partnerId: string,
  today: string,
): Promise<Infer<typeof agedKhata>> {
  return {
    khata: await lists.getKhata(ctx, ctx.user, partnerId),
    ...(await lists.ageingWith(ctx, ctx.user, { partnerId, today })),
  };
}

/** The caller's partners, the greatest balance first. */
export const partners = traderQuery({
  args: page,
  returns: paginationResultValidator(khataRow),
  handler: (ctx, { paginationOpts }) => lists.listAccounts(ctx, ctx.user, paginationOpts),
});

/** Balance, terms and open sums by age on `today`. Errors: NOT_FOUND for whoever is no partner, here and below. */
export const one = traderQuery({
  args: { ...partner, today: v.string() },
  returns: agedKhata,
  handler: (ctx, { partnerId, today }) => agedKhataOf(ctx, partnerId, today),
});

/** The newest first. */
export const entries = traderQuery({
  args: { ...partner, ...page },
  returns: paginationResultValidator(ledgerEntryView),
  handler: (ctx, { partnerId, paginationOpts }) =>
    lists.listEntries(ctx, ctx.user, partnerId, paginationOpts),
});

/** The balances at both ends of a period, and a page of what is between them. Errors: BAD_PERIOD. */
export const statement = traderQuery({
  args: { ...partner, from: v.string(), to: v.string(), ...page },
  returns: v.object({
    openingPaise: v.number(),
    closingPaise: v.number(),
    entries: paginationResultValidator(ledgerEntryView),
  }),
  handler: async (ctx, { paginationOpts, ...asked }) => ({
    ...(await lists.statementBalances(ctx, ctx.user, asked)),
    entries: await lists.listStatement(ctx, ctx.user, asked, paginationOpts),
  }),
});

/** All terms: those that are left out end. Errors: BAD_CREDIT_TERMS, TOO_MANY {retryAfterMs}. */
export const setTerms = restMutation("distributor")({
  args: { ...partner, ...creditTermsFields },
  returns: agedKhata,
  handler: async (ctx, { partnerId: retailerId, ...wanted }) => {
    await terms.setTerms(ctx, ctx.user, { retailerId, ...wanted });
    return agedKhataOf(ctx, retailerId, todayIst(Date.now()));
  },
});

/** A proposal. Errors: BAD_AMOUNT, BAD_OPENING_DAY, LEDGER_STARTED, TOO_MANY_OPENINGS, TOO_MANY {retryAfterMs}. */
export const openWith = restMutation("distributor")({
  args: { ...partner, paise: v.number(), day: v.string() },
  returns: agedKhata,
  handler: (ctx, { partnerId: retailerId, paise, day }) =>
    ctx.once(async () => {
      const now = Date.now();
      await openings.propose(ctx, ctx.user, { retailerId, paise, day }, now);
      return agedKhataOf(ctx, retailerId, todayIst(now));
    }),
});

/** Errors: BAD_AMOUNT, TOO_MANY {retryAfterMs}. */
export const allowOnce = restMutation("distributor")({
  args: { ...partner, paise: v.number() },
  returns: agedKhata,
  handler: (ctx, { partnerId: retailerId, paise }) =>
    ctx.once(async () => {
      const now = Date.now();
      await terms.allowOnce(ctx, ctx.user, { retailerId, paise }, now);
      return agedKhataOf(ctx, retailerId, todayIst(now));
    }),
});

const opening = { ...partner, openingId: v.string() };

/** Errors: NOT_FOUND for what is not the latest opening balance of the caller and this partner. */
async function requireOpeningOf(ctx: OwnCtx, partnerId: string, openingId: string): Promise<void> {
  const { opening: latest } = await lists.getKhata(ctx, ctx.user, partnerId);
  if (latest?._id !== openingId) fail("NOT_FOUND");
}

/** Errors: NOT_FOUND, OPENING_CLOSED {state}, NOT_AVAILABLE, YOU_BLOCKED. */
export const agreeToOpening = restMutation("retailer")({
  args: opening,
  returns: agedKhata,
  handler: async (ctx, { partnerId, openingId }) => {
    const now = Date.now();
    await requireOpeningOf(ctx, partnerId, openingId);
    await openings.agree(ctx, ctx.user, openingId, now);
    return agedKhataOf(ctx, partnerId, todayIst(now));
  },
});

/** Errors: NOT_FOUND, NO_REASON, OPENING_CLOSED {state}. */
export const objectToOpening = restMutation("retailer")({
  args: { ...opening, reason: v.string() },
  returns: agedKhata,
  handler: async (ctx, { partnerId, ...asked }) => {
    const now = Date.now();
    await requireOpeningOf(ctx, partnerId, asked.openingId);
    await openings.objectToOpening(ctx, ctx.user, asked, now);
    return agedKhataOf(ctx, partnerId, todayIst(now));
  },
});

/** Errors: NOT_FOUND, OPENING_CLOSED {state}. */
export const withdrawOpening = restMutation("distributor")({
  args: opening,
  returns: agedKhata,
  handler: async (ctx, { partnerId, openingId }) => {
    const now = Date.now();
    await requireOpeningOf(ctx, partnerId, openingId);
    await openings.withdraw(ctx, ctx.user, openingId, now);
    return agedKhataOf(ctx, partnerId, todayIst(now));
  },
});
