/**
 * Who calls through REST, and the builders of the functions behind its routes. They are internal: only the routes reach them.
 * A caller is known by an opaque token of ours or a program's key, in a header or a cookie, or by the token that the app's own
 * screens hold; session and account are read in the same transaction as everything else, as in `functions.ts`.
 */
import { customMutation, customQuery } from "convex-helpers/server/customFunctions";
import { type Infer, v } from "convex/values";
import { ROLES, type Role } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isUseNews } from "../developers/keys";
import { fail } from "../errors";
import { getCaller, internalMutation, internalQuery } from "../functions";
import { onceArg, onceFor } from "./once";

/** What a request brought along, hashed; a token that was sent is never written down or logged. */
export const callerArg = v.object({
  bearerHash: v.optional(v.string()),
  cookieHash: v.optional(v.string()),
  /** A bearer token of the app's own screens: the runtime has looked at it already. */
  isOwnScreen: v.boolean(),
  /** The caller's network address. */
  address: v.string(),
  /** The moment of the request: queries have no clock. */
  at: v.number(),
});

export type CallerArg = Infer<typeof callerArg>;

type Scope = Doc<"apiKeys">["scope"];
type Known = {
  readonly user: Doc<"users">;
  readonly scope: Scope;
  /** The key that opened, when its last use has to be written down anew. */
  readonly usedKey?: Id<"apiKeys">;
};

async function getOpenAccount(
  ctx: QueryCtx,
  userId: Doc<"users">["_id"],
): Promise<Doc<"users"> | null> {
  const user = await ctx.db.get("users", userId);
  return user?.deactivatedAt === undefined ? user : null;
}

async function knownByToken(ctx: QueryCtx, hash: string, at: number): Promise<Known | null> {
  const token = await ctx.db
    .query("restTokens")
    .withIndex("by_hash", (q) => q.eq("tokenHash", hash))
    .unique();
  if (token === null || token.expiresAt <= at) return null;
  if ((await ctx.db.get("authSessions", token.sessionId)) === null) return null;
  const user = await getOpenAccount(ctx, token.userId);
  return user && { user, scope: "write" };
}

async function knownByKey(ctx: QueryCtx, hash: string, at: number): Promise<Known | null> {
  const key = await ctx.db
    .query("apiKeys")
    .withIndex("by_hash", (q) => q.eq("keyHash", hash))
    .unique();
  const user = key && (await getOpenAccount(ctx, key.userId));
  return user && { user, scope: key.scope, ...(isUseNews(key, at) && { usedKey: key._id }) };
}

async function knownByBearer(ctx: QueryCtx, caller: CallerArg): Promise<Known | null> {
  const { bearerHash, isOwnScreen, at } = caller;
  if (isOwnScreen) {
    const user = await getCaller(ctx);
    return user && { user, scope: "write" };
  }
  if (bearerHash === undefined) return null;
  return (await knownByToken(ctx, bearerHash, at)) ?? (await knownByKey(ctx, bearerHash, at));
}

/**
 * Null for nobody. A bearer token that is no good is nobody, whatever cookie came with it; two good ones must name the same
 * user, or FORBIDDEN.
 */
async function getKnown(ctx: QueryCtx, caller: CallerArg): Promise<Known | null> {
  const { bearerHash, cookieHash, isOwnScreen, at } = caller;
  const byCookie = cookieHash === undefined ? null : await knownByToken(ctx, cookieHash, at);
  if (bearerHash === undefined && !isOwnScreen) return byCookie;
  const byBearer = await knownByBearer(ctx, caller);
  if (byBearer !== null && byCookie !== null && byBearer.user._id !== byCookie.user._id)
    return fail("FORBIDDEN");
  return byBearer;
}

/** Errors: UNAUTHENTICATED; FORBIDDEN for another role, and for a key that may only read. */
async function requireKnown(
  ctx: QueryCtx,
  caller: CallerArg,
  roles: readonly Role[],
  needed: Scope,
): Promise<Known> {
  const known = (await getKnown(ctx, caller)) ?? fail("UNAUTHENTICATED");
  if (!roles.includes(known.user.role)) fail("FORBIDDEN");
  return needed === "write" && known.scope === "read" ? fail("READ_ONLY_KEY") : known;
}

/** A query for callers of these roles: `ctx.user` is who it is. */
export function restQuery(...roles: readonly Role[]) {
  return customQuery(internalQuery, {
    args: { caller: callerArg },
    input: async (ctx, { caller }) => {
      const { user } = await requireKnown(ctx, caller, roles, "read");
      return { ctx: { user }, args: {} };
    },
  });
}

/** A query for everybody; `ctx.caller` is who it is, or null. */
export const visitorRestQuery = customQuery(internalQuery, {
  args: { caller: callerArg },
  input: async (ctx, { caller }) => ({
    ctx: { caller: (await getKnown(ctx, caller))?.user ?? null },
    args: {},
  }),
});

/**
 * A mutation for callers of these roles: `ctx.user` is who it is. `ctx.once` runs what must take effect once per
 * `Idempotency-Key`, see `once.ts`.
 */
export function restMutation(...roles: readonly Role[]) {
  return customMutation(internalMutation, {
    args: { caller: callerArg, once: v.optional(onceArg) },
    input: async (ctx, { caller, once }) => {
      const { user } = await requireKnown(ctx, caller, roles, "write");
      return { ctx: { user, caller, once: onceFor(ctx, user._id, once) }, args: {} };
    },
  });
}

/** A mutation for everybody: `ctx.caller` is who it is, or null; `ctx.asked` is what `once` needs, with an owner of the function's own. */
export const visitorRestMutation = customMutation(internalMutation, {
  args: { caller: callerArg, once: v.optional(onceArg) },
  input: async (ctx, { caller, once }) => ({
    ctx: { caller: (await getKnown(ctx, caller))?.user ?? null, origin: caller, asked: once },
    args: {},
  }),
});

/**
 * Before anything else is looked at: is this somebody who may make this call? Answers a key whose use has to be noted, or null.
 * Errors: as the call's own.
 */
export const admit = internalQuery({
  args: {
    caller: callerArg,
    roles: v.array(v.union(...ROLES.map((role) => v.literal(role)))),
    needs: v.union(v.literal("read"), v.literal("write")),
  },
  returns: v.union(v.null(), v.id("apiKeys")),
  handler: async (ctx, { caller, roles, needs }) =>
    (await requireKnown(ctx, caller, roles, needs)).usedKey ?? null,
});
