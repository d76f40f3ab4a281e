/** Internal functions of users: continuing a deactivation, and saving a UPI ID or bank account. */
import { v } from "convex/values";
import { requireChanger } from "../account/changer";
import { internalMutation } from "../functions";
import { continueEnding, markAccepted } from "./deactivate";
import { setBankAccount as saveBankAccount } from "./bankAccount";
import { bankAccount } from "./schema";
import { setUpiId as saveUpiId } from "./upi";

/** Ends a piece of a closed account's open business; calls itself again while there is more. */
export const continueDeactivation = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    const user = await ctx.db.get("users", userId);
    if (user?.deactivatedAt !== undefined) await continueEnding(ctx, user, Date.now());
    return null;
  },
});

/** The next page of a closed account's accepted orders, likewise. */
export const continueMarking = internalMutation({
  args: { userId: v.id("users"), cursor: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, cursor }) => {
    const user = await ctx.db.get("users", userId);
    if (user?.deactivatedAt !== undefined) await markAccepted(ctx, user, cursor);
    return null;
  },
});

/** After the password was asked for. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_UPI_ID, TOO_MANY {retryAfterMs}. */
export const setUpiId = internalMutation({
  args: { upiId: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { upiId }) => {
    await saveUpiId(ctx, await requireChanger(ctx), upiId);
    return null;
  },
});

/** After the password was asked for. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_BANK_ACCOUNT, TOO_MANY {retryAfterMs}. */
export const setBankAccount = internalMutation({
  args: { account: v.union(v.null(), bankAccount) },
  returns: v.null(),
  handler: async (ctx, { account }) => {
    await saveBankAccount(ctx, await requireChanger(ctx), account);
    return null;
  },
});
