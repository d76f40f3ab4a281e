/** Internal functions of the queue: what its own clock does, and the end of requests that nobody ended. */
import { v } from "convex/values";
import { HOST_SILENT_MAX_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { emit } from "../events";
import { internalMutation } from "../functions";
import { getHost, nextProbe } from "./hosts";
import { dispatch, finish, resume } from "./queue";

/** Requests of a host that one transaction resumes or ends. */
const REQUESTS_PER_RUN = 50;
/** Hosts of which nothing was heard or asked for so long are as good as unknown. */
const HOST_KEPT_MS = 24 * 60 * 60_000;

export const goOn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    await dispatch(ctx);
    return null;
  },
});

/** Ends a request that had nothing to send. */
export const drop = internalMutation({
  args: { requestId: v.id("outgoingRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }): Promise<null> => {
    const request = await ctx.db.get("outgoingRequests", requestId);
    if (request !== null) await finish(ctx, request, "none");
    return null;
  },
});

/** The end of a host's pause: one of its requests tries. */
export const probe = internalMutation({
  args: { host: v.string() },
  returns: v.null(),
  handler: async (ctx, { host }): Promise<null> => {
    const found = await getHost(ctx, host);
    if (found?.pausedUntil === undefined || found.pausedUntil > Date.now()) return null;
    const request = await nextProbe(ctx, found);
    if (request !== null) await resume(ctx, [request]);
    return null;
  },
});

/** Puts the requests of a host that answers again back into the queue: a bounded piece, and again while there is more. */
export const release = internalMutation({
  args: { host: v.string() },
  returns: v.null(),
  handler: async (ctx, { host }): Promise<null> => {
    const paused = await ctx.db
      .query("outgoingRequests")
      .withIndex("by_host", (q) => q.eq("host", host).eq("state", "paused"))
      .take(REQUESTS_PER_RUN);
    await resume(ctx, paused);
    if (paused.length === REQUESTS_PER_RUN)
      await ctx.scheduler.runAfter(0, internal.outgoing.internal.release, { host });
    return null;
  },
});

/** `silentSince`: for so long its host has not answered. */
type End = { readonly problem: string; readonly silentSince?: number };

/** Ends a request in the place of the action that should have. */
async function end(ctx: MutationCtx, request: Doc<"outgoingRequests">, how: End): Promise<void> {
  const { job } = request;
  await finish(ctx, request, "none");
  await emit(ctx, { type: "requestEnded", job, ...how, now: Date.now() });
}

/** Ends requests whose action was interrupted, and those whose host has not answered for a day; forgets hosts that nobody asks. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const now = Date.now();
    const requests = (state: "underWay" | "paused", before: number) =>
      ctx.db
        .query("outgoingRequests")
        .withIndex("by_state", (q) => q.eq("state", state).lte("at", before))
        .take(REQUESTS_PER_RUN);
    const interrupted = await requests("underWay", now);
    for (const request of interrupted)
      await end(ctx, request, { problem: "The attempt was interrupted." });
    const silent = await requests("paused", now - HOST_SILENT_MAX_MS);
    for (const request of silent)
      await end(ctx, request, {
        problem: "The host has not answered for a day.",
        silentSince: request.at,
      });
    const hosts = await ctx.db
      .query("outgoingHosts")
      .withIndex("by_at", (q) => q.lt("at", now - HOST_KEPT_MS))
      .take(REQUESTS_PER_RUN);
    for (const { _id } of hosts) await ctx.db.delete("outgoingHosts", _id);
    const most = Math.max(interrupted.length, silent.length, hosts.length);
    if (most === REQUESTS_PER_RUN)
      await ctx.scheduler.runAfter(0, internal.outgoing.internal.sweep, {});
    return null;
  },
});
