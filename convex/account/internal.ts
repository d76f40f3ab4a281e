/** The transactions behind a change of password: the action of `account.ts` brings the hashes. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { getCredential, endSessions, setPassword } from "../auth/accounts";
import { passwordHash } from "../auth/schema";
import { refundPrompt, spendPrompt } from "../auth/tries";
import { NOTHING_REVOKED, revokePrograms } from "../developers/keys";
import { fail } from "../errors";
import { isTradeRole } from "../../domain/roles";
import { getCaller, internalMutation } from "../functions";
import { deactivate } from "./deactivate";
import { requireChanger } from "../auth/currentPassword";
import { bankAccount } from "../users/schema";
import { setBankAccount as saveBankAccount, setUpiId as saveUpiId } from "./payee";
import { passwordChanged } from "./notices";
import { mailNotice } from "../auth/notices";

/** Returns the caller's password hash, and counts the guess before it is compared. Errors: UNAUTHENTICATED, TOO_MANY. */
export const admit = internalMutation({
  args: {},
  returns: passwordHash,
  handler: async (ctx) => {
    const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    const credential = (await getCredential(ctx, user._id)) ?? fail("UNAUTHENTICATED");
    await spendPrompt(ctx, { user, credential });
    return credential.password;
  },
});

/** Takes back the try of a right password. Errors: UNAUTHENTICATED. */
export const refundTry = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    const credential = (await getCredential(ctx, user._id)) ?? fail("UNAUTHENTICATED");
    await refundPrompt(ctx, { user, credential });
    return null;
  },
});

/** The new password; whoever used the old one elsewhere is signed out there. Errors: UNAUTHENTICATED, TOO_MANY {retryAfterMs}. */
export const replace = internalMutation({
  args: { password: passwordHash, revokeAll: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { password, revokeAll }) => {
    const user = await requireChanger(ctx);
    await setPassword(ctx, user._id, password);
    await endSessions(ctx, user._id, (await getAuthSessionId(ctx)) ?? undefined);
    const revoked = revokeAll ? await revokePrograms(ctx, user._id) : NOTHING_REVOKED;
    await mailNotice(ctx, user, () => passwordChanged(revoked));
    return null;
  },
});

/** Errors: UNAUTHENTICATED, FORBIDDEN for administrators, whom others depend on. */
export const close = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { _id: userId, role } = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    if (!isTradeRole(role)) return fail("FORBIDDEN");
    await deactivate(ctx, { userId, role }, Date.now());
    return null;
  },
});

/** Sets the UPI ID of a caller whose password was checked. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_UPI_ID, TOO_MANY {retryAfterMs}. */
export const setUpiId = internalMutation({
  args: { upiId: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { upiId }) => {
    await saveUpiId(ctx, await requireChanger(ctx), upiId);
    return null;
  },
});

/** Sets the bank account of a caller whose password was checked. Errors: UNAUTHENTICATED, FORBIDDEN, BAD_BANK_ACCOUNT, TOO_MANY {retryAfterMs}. */
export const setBankAccount = internalMutation({
  args: { account: v.union(v.null(), bankAccount) },
  returns: v.null(),
  handler: async (ctx, { account }) => {
    await saveBankAccount(ctx, await requireChanger(ctx), account);
    return null;
  },
});
