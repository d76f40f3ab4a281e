/**
 * Rate limits of REST itself. What a call spends goes back with its transaction when the call is refused, so refused calls are counted
 * apart, in a mutation of their own, by the length of what they sent.
 *
 * Visitors' reads are counted per network. A read writes nothing of its own: one in ten, chosen at random, spends the
 * allowance of ten. So a network is refused somewhere around its limit, not at the very read.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { callerAddress, spendReserved, waitFor } from "../auth/limits";
import { fail } from "../errors";
import { internalMutation } from "../functions";
import type { RestContext } from "./env";

const READS_PER_WRITE = 10;

const readLimit = v.union(v.literal("landingReads"), v.literal("newsReads"));

/** Errors: TOO_MANY {retryAfterMs}. */
export async function admitRead(ctx: ActionCtx, name: typeof readLimit.type): Promise<void> {
  const address = await callerAddress(ctx);
  const retryAfterMs = await waitFor(ctx, name, address);
  if (retryAfterMs > 0) fail("TOO_MANY", { retryAfterMs });
  if (Math.random() * READS_PER_WRITE < 1)
    await ctx.runMutation(internal.rest.limits.spendReads, { name, address });
}

/** The work of refusing a shorter body is that of any call. */
const LONG_BODY = 4 * 2 ** 10;

async function callerKey(c: RestContext): Promise<string> {
  return c.get("userId") ?? (await callerAddress(c.env));
}

/** Returns false for a body that announces to be short; what announces nothing may be long. */
export function hasLongBody(c: RestContext): boolean {
  const announced = c.req.header("Content-Length");
  if (announced !== undefined) return Number(announced) >= LONG_BODY;
  return c.req.raw.body !== null;
}

/** Before a long body is read. Errors: TOO_MANY {retryAfterMs} when too much of the caller's was refused. */
export async function admitBody(c: RestContext): Promise<void> {
  if (!hasLongBody(c)) return;
  const retryAfterMs = await waitFor(c.env, "refusedCharacters", await callerKey(c));
  if (retryAfterMs > 0) fail("TOO_MANY", { retryAfterMs });
}

/** Counts a refused call with a long body against its caller, whatever the refusal undid. */
export async function countRefusal(c: RestContext): Promise<void> {
  const count = c.get("bodyLength") ?? 0;
  if (count < LONG_BODY) return;
  const key = await callerKey(c);
  await c.env.runMutation(internal.rest.limits.spendRefusal, { key, count });
}

export const spendRefusal = internalMutation({
  args: { key: v.string(), count: v.number() },
  returns: v.null(),
  handler: async (ctx, { key, count }) => {
    await spendReserved(ctx, "refusedCharacters", key, count);
    return null;
  },
});

export const spendReads = internalMutation({
  args: { name: readLimit, address: v.string() },
  returns: v.null(),
  handler: async (ctx, { name, address }) => {
    await spendReserved(ctx, name, address, READS_PER_WRITE);
    return null;
  },
});
