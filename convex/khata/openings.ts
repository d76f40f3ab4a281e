/**
 * Opening balances: proposed by the distributor, and entered once the retailer agrees, or after 14 days without an objection. Until then
 * they are in no balance, due, statement or reminder. `domain/openings.ts` has their states.
 */
import { parseDayWithin, todayIst } from "../../domain/dates";
import type { ErrorCode } from "../../domain/errors";
import { isFigure } from "../../domain/fields/figures";
import { AMOUNT } from "../../domain/fields/payment";
import { OPENINGS_MAX, OPENING_DAYS_MAX } from "../../domain/limits";
import { countsFrom, mayProposeOpening, type OpeningState } from "../../domain/openings";
import { pastDays } from "../../domain/typedDay";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { emit } from "../events";
import { isBlocked, requireUnblocked } from "../network/find";
import type { Pair } from "../network/sides";
import { reasonAcross, requireReason } from "../network/words";
import { insertRow, requireOwn } from "../rows";
import { markUsed, pairOf, requireAccount } from "./accounts";
import { DEALINGS_ERRORS, requireDealings } from "./find";
import { enterOpening } from "./ledger";

type Opening = Doc<"openings">;

function openingsOf(ctx: QueryCtx, { retailerId, distributorId }: Pair) {
  return ctx.db
    .query("openings")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .order("desc");
}

/** The latest of the pair, in whatever state; null if none was ever proposed. */
export function latestOpening(ctx: QueryCtx, pair: Pair): Promise<Opening | null> {
  return openingsOf(ctx, pair).first();
}

async function hasEntries(ctx: QueryCtx, { retailerId, distributorId }: Pair): Promise<boolean> {
  const first = await ctx.db
    .query("ledgerEntries")
    .withIndex("by_pair", (q) => q.eq("retailerId", retailerId).eq("distributorId", distributorId))
    .first();
  return first !== null;
}

type End = {
  readonly state: Exclude<OpeningState, "proposed">;
  readonly now: number;
  readonly objection?: string | undefined;
};

async function end(ctx: MutationCtx, opening: Opening, { state, now, objection }: End) {
  const changes = { state, answeredAt: now, objection };
  await ctx.db.patch("openings", opening._id, changes);
  await emit(ctx, { type: "openingEnded", opening: { ...opening, ...changes }, now });
}

export type NewOpening = {
  readonly retailerId: string;
  readonly paise: number;
  readonly day: string;
};

/** Errors: BAD_AMOUNT, BAD_OPENING_DAY. */
function requireSumAndDay(proposal: NewOpening, now: number): { paise: number; day: string } {
  const { paise } = proposal;
  if (!isFigure(AMOUNT, Math.abs(paise))) fail("BAD_AMOUNT");
  const day = parseDayWithin(proposal.day, pastDays(todayIst(now), OPENING_DAYS_MAX));
  return { paise, day: day ?? fail("BAD_OPENING_DAY") };
}

export const PROPOSE_ERRORS = [
  ...DEALINGS_ERRORS,
  "BAD_AMOUNT",
  "BAD_OPENING_DAY",
  "LEDGER_STARTED",
  "TOO_MANY_OPENINGS",
  "TOO_MANY",
] as const satisfies readonly ErrorCode[];

/**
 * Proposes what was open before the khata began: above zero the retailer owes it since `day`, below zero it has paid it in advance. It
 * takes the place of a proposal that waits; the same proposal again is that one. Errors: PROPOSE_ERRORS.
 */
export async function propose(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  proposal: NewOpening,
  now: number,
): Promise<void> {
  const { pair } = await requireDealings(ctx, distributor, proposal.retailerId);
  const { paise, day } = requireSumAndDay(proposal, now);
  const earlier = await openingsOf(ctx, pair).take(OPENINGS_MAX);
  const [latest] = earlier;
  if (!mayProposeOpening({ hasEntries: await hasEntries(ctx, pair), opening: latest }))
    fail("LEDGER_STARTED");
  const waiting = latest?.state === "proposed" ? latest : null;
  if (waiting?.paise === paise && waiting.day === day) return;
  if (earlier.length === OPENINGS_MAX) fail("TOO_MANY_OPENINGS", { max: OPENINGS_MAX });
  await spend(ctx, "memberChanges", distributor._id);
  if (waiting !== null) await end(ctx, waiting, { state: "withdrawn", now });
  // The retailer finds the proposal in this khata also after it left the connection.
  await requireAccount(ctx, pair);
  const countsAt = countsFrom(now);
  const state = "proposed" as const;
  const fields = { ...pairOf(pair), paise, day, state, proposedAt: now, countsAt };
  const opening = await insertRow(ctx, "openings", fields);
  const { _id: openingId } = opening;
  await ctx.scheduler.runAt(countsAt, internal.khata.internal.countOpening, { openingId });
  await emit(ctx, { type: "openingProposed", opening, now });
}

async function count(ctx: MutationCtx, opening: Opening, { state, now }: End): Promise<void> {
  const { paise, day, retailerId, distributorId } = opening;
  const actorId = state === "agreed" ? retailerId : distributorId;
  await end(ctx, opening, { state, now });
  await markUsed(ctx, opening);
  await enterOpening(ctx, opening, { paise, day, actorId, now });
}

/** A proposal to the retailer, or of the distributor. Errors: NOT_FOUND. */
const requireOwnOpening = requireOwn("openings");

/** True if it waits; false if `repeat` was its end already. Errors: OPENING_CLOSED {state} after any other end. */
function requireWaiting({ state }: Opening, repeat: OpeningState): boolean {
  if (state !== "proposed" && state !== repeat) fail("OPENING_CLOSED", { state });
  return state === "proposed";
}

/** Agrees to exactly this proposal, which counts from now on. Errors: NOT_FOUND, OPENING_CLOSED {state}, NOT_AVAILABLE, YOU_BLOCKED. */
export async function agree(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  openingId: string,
  now: number,
): Promise<void> {
  const opening = await requireOwnOpening(ctx, retailer, openingId);
  if (!requireWaiting(opening, "agreed")) return;
  await requireUnblocked(ctx, opening, "retailer");
  await count(ctx, opening, { state: "agreed", now });
}

/**
 * Objects. A proposal never counts then. One that counts already, because nobody objected in time, stays; both sides see the objection.
 * Across a block the words are left out. Errors: NOT_FOUND, NO_REASON, OPENING_CLOSED {state}.
 */
export async function objectToOpening(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  input: { readonly openingId: string; readonly reason: string },
  now: number,
): Promise<void> {
  const opening = await requireOwnOpening(ctx, retailer, input.openingId);
  const reason = requireReason(input.reason);
  const objection = await reasonAcross(ctx, opening, reason, opening.objection);
  if (opening.state === "unopposed") {
    const { state, objection: earlier = objection } = opening;
    if (earlier !== objection) fail("OPENING_CLOSED", { state });
    await ctx.db.patch("openings", opening._id, { objection });
    return;
  }
  if (!requireWaiting(opening, "objected")) return;
  await end(ctx, opening, { state: "objected", now, objection });
}

/** Takes a proposal back, by its distributor. Errors: NOT_FOUND, OPENING_CLOSED {state}. */
export async function withdraw(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  openingId: string,
  now: number,
): Promise<void> {
  const opening = await requireOwnOpening(ctx, distributor, openingId);
  if (!requireWaiting(opening, "withdrawn")) return;
  await end(ctx, opening, { state: "withdrawn", now });
}

/** True if both can still speak for themselves: neither blocks the other, and no account is closed. */
async function canCount(ctx: QueryCtx, pair: Pair): Promise<boolean> {
  const parties = [
    await ctx.db.get("users", pair.retailerId),
    await ctx.db.get("users", pair.distributorId),
  ];
  if (parties.some((party) => party === null || party.deactivatedAt !== undefined)) return false;
  return !(await isBlocked(ctx, pair));
}

/** Ends a proposal that nobody answered: it counts, unless a block or a closed account is between the two. */
export async function countUnopposed(
  ctx: MutationCtx,
  openingId: Id<"openings">,
  now: number,
): Promise<void> {
  const opening = await ctx.db.get("openings", openingId);
  if (opening?.state !== "proposed") return;
  if (await canCount(ctx, opening)) {
    await count(ctx, opening, { state: "unopposed", now });
  } else {
    await end(ctx, opening, { state: "withdrawn", now });
  }
}
