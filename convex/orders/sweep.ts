/**
 * Pending orders that nobody answers (deviation 21): both parties are reminded a day before an order ends, in its timeline and by
 * mail; then it is rejected by the market itself, with its stock returned.
 */
import { v } from "convex/values";
import { withinLines } from "../../domain/orderLines";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { emit } from "../events";
import { internalMutation } from "../functions";
import { advance } from "./advance";
import { REMINDED_BEFORE_MS } from "./terms";
import { mailReminders } from "./reminders";

/** About ten documents each, and two for each line: well below what one transaction may write. */
export const ORDERS_PER_SWEEP = 50;
export const LINES_PER_SWEEP = 300;

export const NOT_ANSWERED = "Not answered in time";
const UNANSWERED = { orderCancelReason: NOT_ANSWERED };

/** Notes the reminder. The order then waits for a whole day, also where the market stood still at the planned time. */
async function remind(ctx: MutationCtx, order: Doc<"orders">, now: number): Promise<Doc<"orders">> {
  const later = Math.max(order.answerBy, now + REMINDED_BEFORE_MS);
  const fields = { answerBy: later, sweepAt: later };
  await ctx.db.patch("orders", order._id, fields);
  const reminded = { ...order, ...fields };
  await emit(ctx, { type: "orderReminded", order: reminded, now });
  return reminded;
}

async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const found = await ctx.db
    .query("orders")
    .withIndex("by_due", (q) => q.gt("sweepAt", 0).lte("sweepAt", now))
    .take(ORDERS_PER_SWEEP);
  const due = withinLines(found, LINES_PER_SWEEP);
  const reminded: Doc<"orders">[] = [];
  const expired: Doc<"orders">[] = [];
  for (const order of due) {
    const isReminded = order.sweepAt === order.answerBy;
    if (isReminded) expired.push(order);
    else reminded.push(await remind(ctx, order, now));
  }
  for (const order of expired)
    await advance(ctx, { order, move: "reject", actor: null, data: UNANSWERED, now });
  await mailReminders(ctx, reminded);
  return due.length < found.length || found.length === ORDERS_PER_SWEEP;
}

/** Takes a bounded piece, and calls itself again while there is more. */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    if (await sweep(ctx, Date.now()))
      await ctx.scheduler.runAfter(0, internal.orders.sweep.run, {});
    return null;
  },
});
