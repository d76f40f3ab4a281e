/**
 * Authentication of REST calls, and the builders of the internal functions behind the routes. A caller proves itself by an opaque
 * REST token or an API key, in a header or a cookie, or by the token of the app's screens. As in `functions.ts`, session and
 * account are read in the transaction of the call.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { customMutation } from "convex-helpers/server/customFunctions";
import { type Infer, v } from "convex/values";
import type { Role } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isUseNews } from "../developers/keys";
import { fail } from "../errors";
import { getCaller, internalMutation } from "../functions";
import { onceArg, onceFor } from "./once";

/** Hashed credentials of a request; a token itself is never stored or logged. */
export const callerArg = v.object({
  bearerHash: v.optional(v.string()),
  cookieHash: v.optional(v.string()),
  /** A bearer token of the app's own screens: the runtime has looked at it already. */
  isOwnScreen: v.boolean(),
  /**
   * The moment of the request, for queries, which have no clock; rounded up, so that equal requests have equal arguments and may
   * share an answer. Absent where nothing that came with the request can expire.
   */
  at: v.optional(v.number()),
});

export type CallerArg = Infer<typeof callerArg>;

type Scope = Doc<"apiKeys">["scope"];
type Known = { readonly user: Doc<"users">; readonly scope: Scope };

async function getOpenAccount(
  ctx: QueryCtx,
  userId: Doc<"users">["_id"],
): Promise<Doc<"users"> | null> {
  const user = await ctx.db.get("users", userId);
  return user?.deactivatedAt === undefined ? user : null;
}

async function knownByToken(ctx: QueryCtx, hash: string, at: number): Promise<Known | null> {
  const token = await getOneFrom(ctx.db, "restTokens", "by_hash", hash, "tokenHash");
  if (token === null || token.expiresAt <= at) return null;
  if ((await ctx.db.get("authSessions", token.sessionId)) === null) return null;
  const user = await getOpenAccount(ctx, token.userId);
  return user && { user, scope: "write" };
}

function getKey(ctx: QueryCtx, hash: string): Promise<Doc<"apiKeys"> | null> {
  return getOneFrom(ctx.db, "apiKeys", "by_hash", hash, "keyHash");
}

async function knownByKey(ctx: QueryCtx, hash: string): Promise<Known | null> {
  const key = await getKey(ctx, hash);
  const user = key && (await getOpenAccount(ctx, key.userId));
  return user && { user, scope: key.scope };
}

async function knownByBearer(ctx: QueryCtx, caller: CallerArg): Promise<Known | null> {
  const { bearerHash, isOwnScreen, at = Infinity } = caller;
  if (isOwnScreen) {
    const user = await getCaller(ctx);
    return user && { user, scope: "write" };
  }
  if (bearerHash === undefined) return null;
  return (await knownByToken(ctx, bearerHash, at)) ?? (await knownByKey(ctx, bearerHash));
}

/**
 * Null for nobody. A bearer token that is no good is nobody, whatever cookie came with it; two good ones must name the same
 * user, or the answer is FORBIDDEN.
 */
async function lookUp(ctx: QueryCtx, caller: CallerArg): Promise<Known | "FORBIDDEN" | null> {
  const { bearerHash, cookieHash, isOwnScreen, at = Infinity } = caller;
  const byCookie = cookieHash === undefined ? null : await knownByToken(ctx, cookieHash, at);
  if (bearerHash === undefined && !isOwnScreen) return byCookie;
  const byBearer = await knownByBearer(ctx, caller);
  const isContradiction =
    byBearer !== null && byCookie !== null && byBearer.user._id !== byCookie.user._id;
  return isContradiction ? "FORBIDDEN" : byBearer;
}

type Denial = "UNAUTHENTICATED" | "FORBIDDEN" | "READ_ONLY_KEY";

/** "anyone" includes visitors. */
type Admitted = readonly Role[] | "anyone";

/** Returns who calls, or the code of the refusal: every entrance of REST, visitors' included, asks here. */
export async function getAdmitted(
  ctx: QueryCtx,
  caller: CallerArg,
  who: Admitted,
  needed: Scope,
): Promise<Known | Denial | null> {
  const found = await lookUp(ctx, caller);
  if (typeof found === "string") return found;
  if (found === null) return who === "anyone" ? null : "UNAUTHENTICATED";
  if (who !== "anyone" && !who.includes(found.user.role)) return "FORBIDDEN";
  return needed === "write" && found.scope === "read" ? "READ_ONLY_KEY" : found;
}

/** Returns the caller; null for a visitor, where one is admitted. Errors: UNAUTHENTICATED, FORBIDDEN, READ_ONLY_KEY. */
export async function requireAdmitted(
  ...args: Parameters<typeof getAdmitted>
): Promise<Doc<"users"> | null> {
  const admitted = await getAdmitted(...args);
  return typeof admitted === "string" ? fail(admitted) : (admitted?.user ?? null);
}

/**
 * A mutation for callers of these roles: `ctx.user` is who it is. `ctx.once` and `ctx.onceForGood` run what must take effect once per
 * `Idempotency-Key`, and `ctx.rowOnce` is for the row of a command, see `once.ts`.
 */
export function restMutation(...roles: readonly Role[]) {
  return customMutation(internalMutation, {
    args: { caller: callerArg, once: v.optional(onceArg) },
    input: async (ctx, { caller, once }) => {
      const now = { ...caller, at: Date.now() };
      const user = (await requireAdmitted(ctx, now, roles, "write")) ?? fail("UNAUTHENTICATED");
      return { ctx: { user, caller, ...onceFor(ctx, user._id, once) }, args: {} };
    },
  });
}

/** A mutation for everybody: `ctx.caller` is who it is, or null; `ctx.attempt` is what `once` needs, with an owner of the function's own. */
export const visitorRestMutation = customMutation(internalMutation, {
  args: { caller: callerArg, once: v.optional(onceArg) },
  input: async (ctx, { caller, once }) => {
    const user = await requireAdmitted(ctx, { ...caller, at: Date.now() }, "anyone", "write");
    return { ctx: { caller: user, attempt: once }, args: {} };
  },
});

/** The key that was sent, if its last use has to be written down anew. A use that is refused is a use. */
export async function getKeyToNote(
  ctx: QueryCtx,
  { bearerHash, at = Infinity }: CallerArg,
): Promise<Id<"apiKeys"> | null> {
  const key = bearerHash === undefined ? null : await getKey(ctx, bearerHash);
  return key !== null && isUseNews(key, at) ? key._id : null;
}
