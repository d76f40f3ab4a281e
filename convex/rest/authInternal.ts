/** The transactions of logging in and out and registering through REST. Passwords and tickets are hashed by the calls' actions. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { admitSession, endSession } from "../auth/accounts";
import { checkTicket, makeAccount } from "../auth/registration";
import { accountForm } from "../auth/schema";
import { provenLogin } from "../auth/signIn";
import { digest } from "../digest";
import { fail } from "../errors";
import { getCaller, internalMutation, internalQuery } from "../functions";
import { meView, toMe } from "../users/view";
import { type CallerArg, callerArg, requireAdmitted, visitorRestMutation } from "./caller";
import { isAnswered, once } from "./once";

/** Ends the sessions of all tokens that came with the request, whoever they name. An API key belongs to no session. */
async function endSessionsSent(ctx: MutationCtx, caller: CallerArg): Promise<void> {
  const sessions: Id<"authSessions">[] = [];
  for (const hash of [caller.bearerHash, caller.cookieHash]) {
    if (hash === undefined) continue;
    const token = await getOneFrom(ctx.db, "restTokens", "by_hash", hash, "tokenHash");
    if (token !== null) sessions.push(token.sessionId);
  }
  if (caller.isOwnScreen && (await getCaller(ctx)) !== null) {
    const ofScreen = await getAuthSessionId(ctx);
    if (ofScreen !== null) sessions.push(ofScreen);
  }
  for (const sessionId of sessions) await endSession(ctx, sessionId);
}

/** Returns the caller; null when signed out. */
export const me = internalQuery({
  args: { caller: callerArg },
  returns: v.union(v.null(), meView),
  handler: async (ctx, { caller }) => {
    const user = await requireAdmitted(ctx, caller, "anyone", "read");
    return user && toMe(ctx, user);
  },
});

/** Opens a session after a right password, in place of the sessions that came along. Returns null where `admitSession` does. */
export const openSession = internalMutation({
  args: { caller: callerArg, ...provenLogin, tokenHash: v.string() },
  returns: v.union(v.null(), meView),
  handler: async (ctx, { caller, tokenHash, ...proven }) => {
    const user = await admitSession(ctx, proven);
    if (user === null) return null;
    await endSessionsSent(ctx, caller);
    const [userId, expiresAt] = [user._id, Date.now() + SESSION_LIFETIME_MS];
    const session = { userId, expirationTime: expiresAt };
    const sessionId = await ctx.db.insert("authSessions", session);
    await ctx.db.insert("restTokens", { tokenHash, sessionId, userId, expiresAt });
    return toMe(ctx, user);
  },
});

/** Screens and programs that use the same session lose their data with this commit. */
export const logOut = internalMutation({
  args: { caller: callerArg },
  returns: v.null(),
  handler: async (ctx, { caller }) => {
    await endSessionsSent(ctx, caller);
    return null;
  },
});

/**
 * Admits a registration before the costly hash. Returns true if it is done already, and its proof used up. Errors:
 * EMAIL_NOT_VERIFIED, KEY_REUSED, TOO_MANY.
 */
export const admitRegistration = visitorRestMutation({
  args: { ticket: v.string(), email: v.string(), networkAddress: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { ticket, email, networkAddress }) => {
    if (await isAnswered(ctx, await digest(ticket), ctx.attempt)) return true;
    await checkTicket(ctx, { ticket, email, purpose: "signup" }, networkAddress);
    return false;
  },
});

/** Errors: `ACCOUNT_ERRORS`. */
export const register = visitorRestMutation({
  args: { ...accountForm, image: v.optional(v.string()), imageId: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { image = "", imageId: brought, ...form }) =>
    once(ctx, await digest(form.ticket), ctx.attempt, async () => {
      const picture =
        brought === undefined
          ? { imageUrl: image }
          : { imageId: ctx.db.system.normalizeId("_storage", brought) ?? fail("NO_IMAGE") };
      await makeAccount(ctx, { ...form, ...picture });
      return null;
    }),
});
