/** Internal functions of the khata. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { settle as settlePair } from "./ledger";
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

/** Reminds of what is due, as much as one transaction carries; the next run goes on. */
export const remind = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sendReminders(ctx, Date.now());
    return null;
  },
});
