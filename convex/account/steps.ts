/** The transactions behind a change of password: the action of `account.ts` brings the hashes. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { getCredential, endSessions, setPassword } from "../auth/accounts";
import { refund, spend } from "../auth/limits";
import { passwordHash } from "../auth/schema";
import { fail } from "../errors";
import { isTradeRole } from "../../domain/roles";
import { getCaller, internalMutation } from "../functions";
import { deactivate } from "../users/deactivate";

/** What the typed password has to be compared with. Guessing here counts as guessing at the login, before the comparison. Errors: UNAUTHENTICATED, TOO_MANY. */
export const admit = internalMutation({
  args: {},
  returns: passwordHash,
  handler: async (ctx) => {
    const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    await spend(ctx, "loginFailures", user.email);
    const credential = (await getCredential(ctx, user._id)) ?? fail("UNAUTHENTICATED");
    return credential.password;
  },
});

/** The new password; whoever used the old one elsewhere is signed out there. Errors: UNAUTHENTICATED. */
export const replace = internalMutation({
  args: { password: passwordHash },
  returns: v.null(),
  handler: async (ctx, { password }) => {
    const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    await refund(ctx, "loginFailures", user.email);
    await setPassword(ctx, user._id, password);
    await endSessions(ctx, user._id, (await getAuthSessionId(ctx)) ?? undefined);
    return null;
  },
});

/** Errors: UNAUTHENTICATED, FORBIDDEN for administrators, whom others depend on. */
export const close = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { _id: userId, role, email } = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    if (!isTradeRole(role)) return fail("FORBIDDEN");
    await refund(ctx, "loginFailures", email);
    await deactivate(ctx, { userId, role }, Date.now());
    return null;
  },
});
