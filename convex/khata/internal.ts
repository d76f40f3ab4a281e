/** Internal functions of the khata. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { settle as settlePair } from "./ledger";
import { countUnopposed } from "./openings";
import { sendReminders } from "./reminders";

/** Goes on paying a pair's oldest dues with what was paid in advance. */
export const settle = internalMutation({
  args: { retailerId: v.id("users"), distributorId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, pair) => {
    await settlePair(ctx, pair);
    return null;
  },
});

/** Scheduled by each proposal of an opening balance for the day on which it counts; one that ended before stays as it is. */
export const countOpening = internalMutation({
  args: { openingId: v.id("openings") },
  returns: v.null(),
  handler: async (ctx, { openingId }) => {
    await countUnopposed(ctx, openingId, Date.now());
    return null;
  },
});

/** Reminds of what is due, as much as one transaction carries; the next run goes on. */
export const remind = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sendReminders(ctx, Date.now());
    return null;
  },
});
