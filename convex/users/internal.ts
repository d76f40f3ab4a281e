/** Background work on users. */
import { v } from "convex/values";
import { UPI_ID_MAX } from "../../domain/limits";
import { cleanText } from "../../domain/text";
import { isUpiId } from "../../domain/upi";
import { requireChanger } from "../account/changer";
import { mailNotice, upiIdSaved } from "../account/notices";
import { fail } from "../errors";
import { internalMutation } from "../functions";
import { clearAccount, endOpenBusiness, markAccepted } from "./deactivate";

/** The next piece of a closed account's open business, where one transaction could not carry all of it. */
export const continueDeactivation = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    const user = await ctx.db.get("users", userId);
    if (user?.deactivatedAt !== undefined) await endOpenBusiness(ctx, user, Date.now());
    return null;
  },
});

/** Clears an account that an older version closed; does nothing to an open one. */
export const clearClosed = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    const user = await ctx.db.get("users", userId);
    if (user?.deactivatedAt !== undefined) await clearAccount(ctx, user, Date.now());
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

function requireUpiId(typed: string): string {
  const text = cleanText(typed, { min: 1, max: UPI_ID_MAX });
  return text !== undefined && isUpiId(text) ? text : fail("BAD_UPI_ID");
}

/** After the password was asked for. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_UPI_ID, TOO_MANY {retryAfterMs}. */
export const setUpiId = internalMutation({
  args: { upiId: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { upiId: typed }) => {
    const user = await requireChanger(ctx);
    if (user.role !== "distributor") fail("FORBIDDEN");
    const upiId = typed === null ? undefined : requireUpiId(typed);
    if (upiId === user.upiId) return null;
    await ctx.db.patch("users", user._id, { upiId });
    await mailNotice(ctx, user, upiIdSaved(upiId));
    return null;
  },
});
