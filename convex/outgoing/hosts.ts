/**
 * Hosts that don't answer, one circuit for each and for everybody:
 *
 *   answering ──some silences in a row──▶ paused ──the pause is over──▶ one request tries
 *       ▲                                   ▲                              │
 *       │                                   └──────────silence─────────────┤
 *       └──────────────────────any answer──────────────────────────────────┘
 *
 * An answer is any status: a host that refuses everything holds nobody up.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { HOST_PAUSE_MAX_MS, HOST_PAUSE_MS, HOST_SILENCES_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Answer } from "./schema";

export function getHost(ctx: QueryCtx, host: string): Promise<Doc<"outgoingHosts"> | null> {
  return getOneFrom(ctx.db, "outgoingHosts", "by_host", host, "host");
}

/** Returns true if the request may be sent now; where its host is paused, it is the one that tries. */
export async function admit(
  ctx: MutationCtx,
  { _id, account, host, isTest }: Doc<"outgoingRequests">,
  now: number,
): Promise<boolean> {
  if (host === undefined || isTest === true) return true;
  const found = await getHost(ctx, host);
  if (found?.pausedUntil === undefined) return true;
  if (found.pausedUntil > now || found.probe !== undefined) return false;
  await ctx.db.patch("outgoingHosts", found._id, { probe: _id, probedFor: account });
  return true;
}

async function pause(ctx: MutationCtx, found: Doc<"outgoingHosts">, now: number): Promise<void> {
  const pausedUntil = now + Math.min(HOST_PAUSE_MS * 2 ** found.pauses, HOST_PAUSE_MAX_MS);
  const pauses = found.pauses + 1;
  await ctx.db.patch("outgoingHosts", found._id, { pausedUntil, pauses, probe: undefined });
  await ctx.scheduler.runAt(pausedUntil, internal.outgoing.internal.probe, { host: found.host });
}

async function noteSilence(
  ctx: MutationCtx,
  host: string,
  { _id: requestId }: Doc<"outgoingRequests">,
  now: number,
): Promise<void> {
  const found = await getHost(ctx, host);
  if (found === null) {
    await ctx.db.insert("outgoingHosts", { host, silences: 1, pauses: 0, at: now });
    return;
  }
  const silences = found.silences + 1;
  await ctx.db.patch("outgoingHosts", found._id, { silences, at: now });
  // What was under way when the pause began says nothing new.
  const isFirst = found.pausedUntil === undefined && silences >= HOST_SILENCES_MAX;
  if (isFirst || found.probe === requestId) await pause(ctx, found, now);
}

/** Notes what the end of a request says of its host. */
export async function noteAnswer(
  ctx: MutationCtx,
  request: Doc<"outgoingRequests">,
  answer: Answer,
  now: number,
): Promise<void> {
  const { _id, host } = request;
  if (host === undefined) return;
  if (answer === "silent") return noteSilence(ctx, host, request, now);
  const found = await getHost(ctx, host);
  if (found === null) return;
  if (answer === "answered") {
    await ctx.db.delete("outgoingHosts", found._id);
    if (found.pausedUntil !== undefined)
      await ctx.scheduler.runAfter(0, internal.outgoing.internal.release, { host });
  } else if (found.probe === _id) await pause(ctx, { ...found, pauses: found.pauses - 1 }, now);
}

/** Returns the request that tries next whether the host answers: of the account after the one that tried last. */
export async function nextProbe(
  ctx: QueryCtx,
  { host, probedFor = "" }: Doc<"outgoingHosts">,
): Promise<Doc<"outgoingRequests"> | null> {
  const paused = (after: string) =>
    ctx.db
      .query("outgoingRequests")
      .withIndex("by_host", (q) => q.eq("host", host).eq("state", "paused").gt("account", after))
      .first();
  return (await paused(probedFor)) ?? (await paused(""));
}
