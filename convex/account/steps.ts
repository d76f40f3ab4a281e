/** The transactions behind a change of password: the action of `account.ts` brings the hashes. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { getCredential, endSessions, setPassword } from "../auth/accounts";
import { requireLeft } from "../auth/limits";
import { passwordHash } from "../auth/schema";
import { fail } from "../errors";
import { getCaller, internalMutation } from "../functions";

/** What the typed password has to be compared with. Guessing here counts as guessing at the login. Errors: UNAUTHENTICATED, TOO_MANY. */
export const admit = internalMutation({
  args: {},
  returns: v.object({ email: v.string(), password: passwordHash }),
  handler: async (ctx) => {
    const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    await requireLeft(ctx, "loginFailures", user.email);
    const credential = (await getCredential(ctx, user._id)) ?? fail("UNAUTHENTICATED");
    return { email: user.email, password: credential.password };
  },
});

/** The new password; whoever used the old one elsewhere is signed out there. Errors: UNAUTHENTICATED. */
export const replace = internalMutation({
  args: { password: passwordHash },
  returns: v.null(),
  handler: async (ctx, { password }) => {
    const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
    await setPassword(ctx, user._id, password);
    await endSessions(ctx, user._id, (await getAuthSessionId(ctx)) ?? undefined);
    return null;
  },
});
