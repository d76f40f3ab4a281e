/** Public functions of the khata: balances and entries of a retailer and a distributor, and the terms between them. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { distributorMutation, memberQuery, retailerMutation } from "./functions";
import * as lists from "./khata/list";
import * as openings from "./khata/openings";
import { creditTermsFields } from "./khata/schema";
import { agedDues, khataRow, khataView, ledgerEntryView, pairFacts } from "./khata/view";
import * as terms from "./khata/terms";
import { requireTrader } from "./network/sides";

/** The caller's partners, the one whose payment is late for longest first. FORBIDDEN for admins, here and below. */
export const accounts = memberQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(khataRow),
  handler: (ctx, { paginationOpts }) => lists.listAccounts(ctx, ctx.user, "due", paginationOpts),
});

/** Balance, terms and limit with one partner. Errors: NOT_FOUND for whoever is no partner, here and below. */
export const account = memberQuery({
  args: { partnerId: v.string() },
  returns: khataView,
  handler: (ctx, { partnerId }) => lists.getKhata(ctx, ctx.user, partnerId),
});

/** The balance, the last order and 12 weeks of orders with one trader; null for whoever is none of the other kind. */
export const facts = memberQuery({
  args: { partnerId: v.string() },
  returns: v.union(v.null(), pairFacts),
  handler: (ctx, { partnerId }) => lists.factsWith(ctx, requireTrader(ctx.user), partnerId),
});

/** The newest first, each with the balance after it. */
export const entries = memberQuery({
  args: { partnerId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(ledgerEntryView),
  handler: (ctx, { partnerId, paginationOpts }) =>
    lists.listEntries(ctx, ctx.user, partnerId, paginationOpts),
});

/** Open sums by age on `today` (YYYY-MM-DD), and the oldest of them. Errors: BAD_REQUEST for what is no day. */
export const ageing = memberQuery({
  args: { partnerId: v.string(), today: v.string() },
  returns: agedDues,
  handler: (ctx, args) => lists.ageingWith(ctx, ctx.user, args),
});

const period = { partnerId: v.string(), from: v.string(), to: v.string() };

/** Balances at the beginning and the end of a period (YYYY-MM-DD, both days included). Errors: BAD_PERIOD. */
export const statement = memberQuery({
  args: period,
  returns: v.object({ openingPaise: v.number(), closingPaise: v.number() }),
  handler: (ctx, args) => lists.statementBalances(ctx, ctx.user, args),
});

/** The entries of a period, the oldest first. Errors: BAD_PERIOD. */
export const statementEntries = memberQuery({
  args: { ...period, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(ledgerEntryView),
  handler: (ctx, { paginationOpts, ...args }) =>
    lists.listStatement(ctx, ctx.user, args, paginationOpts),
});

/** Sums over all partners, for the home page of `today` (YYYY-MM-DD). Errors: BAD_REQUEST. */
export const money = memberQuery({
  args: { today: v.string() },
  returns: lists.moneyView,
  handler: (ctx, { today }) => lists.moneyOf(ctx, ctx.user, today),
});

/** Terms of one retailer from now on. Errors: NOT_FOUND, NOT_PARTNERS, NOT_AVAILABLE, YOU_BLOCKED, BAD_CREDIT_TERMS, TOO_MANY {retryAfterMs}. */
export const setTerms = distributorMutation({
  args: { retailerId: v.string(), ...creditTermsFields },
  returns: v.null(),
  handler: async (ctx, args) => {
    await terms.setTerms(ctx, ctx.user, args);
    return null;
  },
});

/**
 * Proposes the balance from before the first entry, paise: above zero the retailer owes it since `day`. It counts once the retailer agrees,
 * or after 14 days without an objection. Errors: see `khata/openings.ts`.
 */
export const openWith = distributorMutation({
  args: { retailerId: v.string(), paise: v.number(), day: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await openings.propose(ctx, ctx.user, args, Date.now());
    return null;
  },
});

const opening = { openingId: v.string() };

/** Errors: NOT_FOUND, OPENING_CLOSED {state}, NOT_AVAILABLE, YOU_BLOCKED. */
export const agreeToOpening = retailerMutation({
  args: opening,
  returns: v.null(),
  handler: async (ctx, { openingId }) => {
    await openings.agree(ctx, ctx.user, openingId, Date.now());
    return null;
  },
});

/** Errors: NOT_FOUND, NO_REASON, OPENING_CLOSED {state}. */
export const objectToOpening = retailerMutation({
  args: { ...opening, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await openings.objectToOpening(ctx, ctx.user, args, Date.now());
    return null;
  },
});

/** Errors: NOT_FOUND, OPENING_CLOSED {state}. */
export const withdrawOpening = distributorMutation({
  args: opening,
  returns: v.null(),
  handler: async (ctx, { openingId }) => {
    await openings.withdraw(ctx, ctx.user, openingId, Date.now());
    return null;
  },
});

/** Lets the next order within a day go so much beyond the limit, paise. Errors: NOT_FOUND, NOT_PARTNERS, NOT_AVAILABLE, YOU_BLOCKED, BAD_AMOUNT, TOO_MANY {retryAfterMs}. */
export const allowOnce = distributorMutation({
  args: { retailerId: v.string(), paise: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await terms.allowOnce(ctx, ctx.user, args, Date.now());
    return null;
  },
});
