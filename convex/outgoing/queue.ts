/**
 * The queue of all requests to hosts that people named. A stranger's host may let each of them wait for its time-out, so that their
 * number is bounded: in all, for each account, and with places kept for accounts that have nothing under way.
 *
 *   waiting ──its account's turn──▶ underWay ──ended, or the deadline passed──▶ (deleted)
 *      ▲ └──its host is paused──▶ paused
 *      └──────────the host answers, or is tried┘
 *
 * A request is one attempt; the module of its kind plans the next one. Places are counted, not handed out: a crash leaks none.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { FunctionReference } from "convex/server";
import { OUTGOING_ACCOUNT_MAX, OUTGOING_MAX, OUTGOING_RESERVED } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { admit, noteAnswer } from "./hosts";
import type { Answer, OutgoingJob } from "./schema";

type Request = Doc<"outgoingRequests">;
type Kind = OutgoingJob["kind"];
type Sender = FunctionReference<"action", "internal", { requestId?: Id<"outgoingRequests"> }, null>;

const MINUTE_MS = 60_000;
/** Accounts have few hosts; of a long list the oldest requests name them. */
const PAUSED_LOOKED_AT = 100;
/** Turns that one transaction takes. */
const TURNS_PER_RUN = 50;

/** Each is done, at most once, within its deadline; a request has ten seconds, and news ask several hosts. */
const KINDS: Readonly<Record<Kind, { sender: () => Sender; deadlineMs: number; rank: number }>> = {
  webhook: { sender: () => internal.webhooks.send.run, deadlineMs: MINUTE_MS, rank: 0 },
  push: { sender: () => internal.push.send.run, deadlineMs: MINUTE_MS, rank: 0 },
  picture: { sender: () => internal.imports.fetch.run, deadlineMs: MINUTE_MS, rank: 1 },
  news: { sender: () => internal.news.fetch.run, deadlineMs: 10 * MINUTE_MS, rank: 0 },
};

export type NewRequest = Pick<Request, "account" | "host" | "job" | "isTest">;

/** Queues requests, and begins those for which there is room. */
export async function enqueue(ctx: MutationCtx, requests: readonly NewRequest[]): Promise<void> {
  const at = Date.now();
  for (const request of requests) {
    const { rank } = KINDS[request.job.kind];
    const _id = await ctx.db.insert("outgoingRequests", { ...request, rank, state: "waiting", at });
    if (request.isTest !== true || !(await hasRoomForTest(ctx, request.account, at)))
      await takeTurn(ctx, request.account, at);
    else await begin(ctx, { _id, job: request.job }, at);
  }
  await dispatch(ctx);
}

/** Puts requests of a host that was paused back into the queue. */
export async function resume(ctx: MutationCtx, requests: readonly Request[]): Promise<void> {
  const now = Date.now();
  for (const { _id, account } of requests) {
    await ctx.db.patch("outgoingRequests", _id, { state: "waiting" });
    await takeTurn(ctx, account, now);
  }
  await dispatch(ctx);
}

/** Ends a request, which may begin others. */
export async function finish(ctx: MutationCtx, request: Request, answer: Answer): Promise<void> {
  await ctx.db.delete("outgoingRequests", request._id);
  await noteAnswer(ctx, request, answer, Date.now());
  await dispatch(ctx);
}

async function takeTurn(ctx: MutationCtx, account: string, at: number): Promise<void> {
  const turn = await getOneFrom(ctx.db, "outgoingTurns", "by_account", account, "account");
  if (turn === null) await ctx.db.insert("outgoingTurns", { account, at });
}

/** Returns the requests under way, without those whose deadline has passed. */
function underWay(ctx: QueryCtx, now: number): Promise<Request[]> {
  return ctx.db
    .query("outgoingRequests")
    .withIndex("by_state", (q) => q.eq("state", "underWay").gt("at", now))
    .take(OUTGOING_MAX);
}

async function hasRoomForTest(ctx: QueryCtx, account: string, now: number): Promise<boolean> {
  const others = await underWay(ctx, now);
  const isTested = others.some((other) => other.isTest === true && other.account === account);
  return others.length < OUTGOING_MAX && !isTested;
}

async function begin(
  ctx: MutationCtx,
  { _id: requestId, job }: Pick<Request, "_id" | "job">,
  now: number,
): Promise<void> {
  const { sender, deadlineMs } = KINDS[job.kind];
  await ctx.db.patch("outgoingRequests", requestId, { state: "underWay", at: now + deadlineMs });
  await ctx.scheduler.runAfter(0, sender(), { requestId });
}

/** Requests under way, by account. */
type Places = Map<string, number>;

/** Returns the account whose turn it is: one with nothing under way, or the one with the fewest where more than the reserve is free. */
async function nextTurn(
  ctx: QueryCtx,
  places: Places,
  total: number,
): Promise<Doc<"outgoingTurns"> | undefined> {
  if (total >= OUTGOING_MAX) return undefined;
  // So many accounts at most have something under way: one more, and there is one without.
  const turns = await ctx.db
    .query("outgoingTurns")
    .withIndex("by_turn")
    .take(OUTGOING_MAX + 1);
  const held = ({ account }: Doc<"outgoingTurns">) => places.get(account) ?? 0;
  const [first] = turns.toSorted((one, other) => held(one) - held(other));
  if (first === undefined || held(first) === 0) return first;
  const isFree = total < OUTGOING_MAX - OUTGOING_RESERVED && held(first) < OUTGOING_ACCOUNT_MAX;
  return isFree ? first : undefined;
}

/** Begins waiting requests, as far as there is room. */
export async function dispatch(ctx: MutationCtx): Promise<void> {
  const now = Date.now();
  const others = await underWay(ctx, now);
  const places: Places = new Map();
  const take = (account: string) => places.set(account, (places.get(account) ?? 0) + 1);
  for (const { account, isTest } of others) if (isTest !== true) take(account);
  let total = others.length;
  for (let turns = 0; turns < TURNS_PER_RUN; turns += 1) {
    const turn = await nextTurn(ctx, places, total);
    if (turn === undefined) return;
    const { account } = turn;
    const request = await ctx.db
      .query("outgoingRequests")
      .withIndex("by_account", (q) => q.eq("account", account).eq("state", "waiting"))
      .first();
    if (request === null) await ctx.db.delete("outgoingTurns", turn._id);
    else if (await admit(ctx, request, now)) {
      await begin(ctx, request, now);
      await ctx.db.patch("outgoingTurns", turn._id, { at: now });
      take(account);
      total += 1;
    } else await ctx.db.patch("outgoingRequests", request._id, { state: "paused" });
  }
  await ctx.scheduler.runAfter(0, internal.outgoing.internal.goOn, {});
}

/** Returns the hosts that requests of the account wait for because they are paused, and since when the oldest does. */
export async function pausedHosts(
  ctx: QueryCtx,
  account: string,
  kind: OutgoingJob["kind"],
): Promise<ReadonlyMap<string, number>> {
  const paused = await ctx.db
    .query("outgoingRequests")
    .withIndex("by_account", (q) => q.eq("account", account).eq("state", "paused"))
    .take(PAUSED_LOOKED_AT);
  const since = new Map<string, number>();
  for (const { host = "", job, at } of paused)
    if (job.kind === kind) since.set(host, Math.min(since.get(host) ?? at, at));
  return since;
}
