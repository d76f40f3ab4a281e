/** Reading the khata: partners by balance, the entries and open dues of one, and the sums of the home page. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import { ageingOf } from "../../domain/ageing";
import { AGED_DUES_MAX, BADGE_MAX, HOME_DUES_MAX, OPEN_CLAIMS_MAX } from "../../domain/limits";
import { readCounter } from "../figures/counters";
import { salesOfPair } from "../figures/sold";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { type Period, requireDay, requirePeriod } from "../day";
import { fail } from "../errors";
import { type Pair, pairWith, type Trader } from "../network/sides";
import { mapPage, pageOptions } from "../paging";
import { findRow, ownRows } from "../rows";
import { businessOf } from "../users/view";
import { claimsBetween, claimsOf } from "./claims";
import { getAccount } from "./accounts";
import { requireKhata } from "./find";
import { latestOpening } from "./openings";
import {
  toDueView,
  toEntryView,
  toKhataRow,
  toKhataView,
  type AgedDues,
  type KhataRow,
  type KhataView,
  type LedgerEntryView,
  type PairFacts,
} from "./view";

/** Open dues that a partner's page lists. */
const DUES_SHOWN = 20;
/** The dues that the home page shows. */
const DUES_ON_HOME = 5;

function openDuesOf(ctx: QueryCtx, { retailerId, distributorId }: Pair) {
  return ctx.db
    .query("dues")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailerId).eq("distributorId", distributorId).eq("isOpen", true),
    );
}

function accountsByDue(ctx: QueryCtx, { _id, role }: Doc<"users">) {
  const accounts = ctx.db.query("creditAccounts");
  return role === "retailer"
    ? accounts.withIndex("by_retailer_due", (q) => q.eq("retailerId", _id))
    : accounts.withIndex("by_distributor_due", (q) => q.eq("distributorId", _id));
}

/**
 * The caller's partners: the greatest balance first, or whose payment is late for longest, and those without a due last. FORBIDDEN
 * for admins.
 */
export async function listAccounts(
  ctx: QueryCtx,
  user: Doc<"users">,
  order: "balance" | "due",
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<KhataRow>> {
  if (user.role === "admin") fail("FORBIDDEN");
  const accounts =
    order === "due" ? accountsByDue(ctx, user) : ownRows(ctx, "creditAccounts", user);
  const result = await accounts.order("desc").paginate(pageOptions(paginationOpts));
  return mapPage(result, async (account) => {
    const partnerId = user.role === "retailer" ? account.distributorId : account.retailerId;
    const [partner, oldest] = await Promise.all([
      ctx.db.get("users", partnerId),
      openDuesOf(ctx, account).first(),
    ]);
    return partner === null ? null : toKhataRow(account, partner, oldest?.dueOn ?? null);
  });
}

/** Returns null for whoever is no trader of the other kind. It is apart from lists of traders, which would run again with each order. */
export async function factsWith(
  ctx: QueryCtx,
  trader: Trader,
  partnerId: string,
): Promise<PairFacts | null> {
  const partner = await findRow(ctx, "users", partnerId);
  const pair = partner === null ? null : pairWith(trader, partner);
  if (pair === null) return null;
  const [account, sales] = await Promise.all([getAccount(ctx, pair), salesOfPair(ctx, pair)]);
  const lastId = account?.latestOrders.at(-1);
  const lastOrder = lastId === undefined ? null : await ctx.db.get("orders", lastId);
  return {
    balancePaise: account?.balancePaise ?? 0,
    lastOrderAt: lastOrder?.placedAt ?? null,
    weeks: sales?.weeks ?? [],
  };
}

function entriesOf(ctx: QueryCtx, { retailerId, distributorId }: Pair) {
  return ctx.db
    .query("ledgerEntries")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId));
}

/** Errors: FORBIDDEN, NOT_FOUND. */
export async function getKhata(
  ctx: QueryCtx,
  user: Doc<"users">,
  partnerId: string,
): Promise<KhataView> {
  const khata = await requireKhata(ctx, user, partnerId);
  const first = await entriesOf(ctx, khata.pair).first();
  return toKhataView(khata, {
    hasEntries: first !== null,
    opening: await latestOpening(ctx, khata.pair),
    claims: await claimsBetween(ctx, khata.pair).take(OPEN_CLAIMS_MAX),
  });
}

/** The entries of a partner, the newest first. Errors: FORBIDDEN, NOT_FOUND. */
export async function listEntries(
  ctx: QueryCtx,
  user: Doc<"users">,
  partnerId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<LedgerEntryView>> {
  const { pair } = await requireKhata(ctx, user, partnerId);
  const result = await entriesOf(ctx, pair).order("desc").paginate(pageOptions(paginationOpts));
  return mapPage(result, (entry) => Promise.resolve(toEntryView(entry)));
}

/** Open sums by age, of the oldest where there are too many, and the oldest of them. Errors: FORBIDDEN, NOT_FOUND, BAD_REQUEST. */
export async function ageingWith(
  ctx: QueryCtx,
  user: Doc<"users">,
  { partnerId, today }: { partnerId: string; today: string },
): Promise<AgedDues> {
  const { pair } = await requireKhata(ctx, user, partnerId);
  const open = await openDuesOf(ctx, pair).take(AGED_DUES_MAX + 1);
  const ageing = ageingOf(open.slice(0, AGED_DUES_MAX), requireDay(today));
  const dues = open.slice(0, DUES_SHOWN).map(toDueView);
  return { ageing, dues, ...(open.length > AGED_DUES_MAX && { isOfOldest: true as const }) };
}

/** The balance before a day, or at its end. */
async function balanceAt(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
  bound: { readonly before: string } | { readonly endOf: string },
): Promise<number> {
  const last = await ctx.db
    .query("ledgerEntries")
    .withIndex("by_pair", (q) => {
      const own = q.eq("retailerId", retailerId).eq("distributorId", distributorId);
      return "before" in bound ? own.lt("day", bound.before) : own.lte("day", bound.endOf);
    })
    .order("desc")
    .first();
  return last?.balanceAfterPaise ?? 0;
}

type StatementOf = Period & { readonly partnerId: string };

/** The balances at both ends of a period: the closing one is the opening one of the day after. Errors: FORBIDDEN, NOT_FOUND, BAD_PERIOD. */
export async function statementBalances(
  ctx: QueryCtx,
  user: Doc<"users">,
  { partnerId, ...period }: StatementOf,
): Promise<{ openingPaise: number; closingPaise: number }> {
  const { pair } = await requireKhata(ctx, user, partnerId);
  const { from, to } = requirePeriod(period);
  return {
    openingPaise: await balanceAt(ctx, pair, { before: from }),
    closingPaise: await balanceAt(ctx, pair, { endOf: to }),
  };
}

/** The entries of a period, the oldest first. Errors: FORBIDDEN, NOT_FOUND, BAD_PERIOD. */
export async function listStatement(
  ctx: QueryCtx,
  user: Doc<"users">,
  { partnerId, ...period }: StatementOf,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<LedgerEntryView>> {
  const { pair } = await requireKhata(ctx, user, partnerId);
  const { from, to } = requirePeriod(period);
  const result = await ctx.db
    .query("ledgerEntries")
    .withIndex("by_pair", (q) =>
      q
        .eq("retailerId", pair.retailerId)
        .eq("distributorId", pair.distributorId)
        .gte("day", from)
        .lte("day", to),
    )
    .paginate(pageOptions(paginationOpts));
  return mapPage(result, (entry) => Promise.resolve(toEntryView(entry)));
}

export const moneyView = v.object({
  /** To pay, or to collect, in all; up to a second late. */
  openPaise: v.number(),
  /** The sum of the dues before today. */
  overduePaise: v.number(),
  todayPaise: v.number(),
  /** True: there are more dues than were added up. */
  hasMore: v.boolean(),
  /** Payments that wait for the distributor's word, to "99+". */
  claims: v.number(),
  /** The oldest dues. */
  dues: v.array(
    v.object({
      partnerId: v.id("users"),
      business: v.string(),
      openPaise: v.number(),
      dueOn: v.string(),
    }),
  ),
});

function duesUntil(ctx: QueryCtx, user: Doc<"users">, today: string) {
  const dues = ctx.db.query("dues");
  return user.role === "retailer"
    ? dues.withIndex("by_retailer", (q) =>
        q.eq("retailerId", user._id).eq("isOpen", true).lte("dueOn", today),
      )
    : dues.withIndex("by_distributor", (q) =>
        q.eq("distributorId", user._id).eq("isOpen", true).lte("dueOn", today),
      );
}

function sumOf(dues: readonly Doc<"dues">[]): number {
  return dues.reduce((sum, { openPaise }) => sum + openPaise, 0);
}

/** The caller's money over all partners, for its home page. Errors: FORBIDDEN for admins, BAD_REQUEST. */
export async function moneyOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  clientDay: string,
): Promise<Infer<typeof moneyView>> {
  if (user.role === "admin") fail("FORBIDDEN");
  const today = requireDay(clientDay);
  const read = await duesUntil(ctx, user, today).take(HOME_DUES_MAX + 1);
  const dues = read.slice(0, HOME_DUES_MAX);
  const claims = await claimsOf(ctx, user).take(BADGE_MAX);
  const shown = dues.slice(0, DUES_ON_HOME).map(async (due) => {
    const partnerId = user.role === "retailer" ? due.distributorId : due.retailerId;
    const partner = await ctx.db.get("users", partnerId);
    return { partnerId, business: businessOf(partner), openPaise: due.openPaise, dueOn: due.dueOn };
  });
  return {
    openPaise: await readCounter(ctx, "khata.open", user._id),
    overduePaise: sumOf(dues.filter(({ dueOn }) => dueOn < today)),
    todayPaise: sumOf(dues.filter(({ dueOn }) => dueOn === today)),
    hasMore: read.length > HOME_DUES_MAX,
    claims: claims.length,
    dues: await Promise.all(shown),
  };
}
