/**
 * Rate limits of visitors' reads, counted per network. A read writes nothing of its own: one in ten, chosen at random, spends the
 * allowance of ten. So a network is refused somewhere around its limit, not at the very read.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { callerAddress, spendReserved, waitFor } from "../auth/limits";
import { fail } from "../errors";
import { internalMutation } from "../functions";

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

export const spendReads = internalMutation({
  args: { name: readLimit, address: v.string() },
  returns: v.null(),
  handler: async (ctx, { name, address }) => {
    await spendReserved(ctx, name, address, READS_PER_WRITE);
    return null;
  },
});
