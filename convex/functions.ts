/**
 * Builders of public functions, one per kind of caller. Each loads the session's and the user's row. These are then part of every
 * query's read set, so that a sign-out, deactivation or deletion reaches every open screen at once.
 */
import { getAuthSessionId, getAuthUserId } from "@convex-dev/auth/server";
import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import {
  type GenericValidator,
  type Infer,
  type ObjectType,
  type PropertyValidators,
  v,
} from "convex/values";
import type { Role } from "../domain/roles";
import type { Doc } from "./_generated/dataModel";
import {
  type ActionCtx,
  type MutationCtx,
  type QueryCtx,
  action,
  httpAction,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server";
import { fail } from "./errors";
import { listen } from "./events";
import { LISTENERS } from "./listeners";
import { type Once, type OnceOf, type OnceTable, madeOnce, onceOf } from "./once";
import { type Viewer, toViewer } from "./users/viewer";

listen(LISTENERS);

export { httpAction, internalAction, internalMutation, internalQuery };

/** The signed-in user, or null: nobody, signed out, deactivated or deleted. */
export async function getCaller(ctx: QueryCtx): Promise<Doc<"users"> | null> {
  const identity = ctx.auth.getUserIdentity();
  const cachedAuth = { auth: { getUserIdentity: () => identity } };
  const [subject, ofSession] = await Promise.all([
    getAuthUserId(cachedAuth),
    getAuthSessionId(cachedAuth),
  ]);
  const userId = ctx.db.normalizeId("users", subject ?? "");
  const sessionId = ctx.db.normalizeId("authSessions", ofSession ?? "");
  if (userId === null || sessionId === null) return null;
  const [session, user] = await Promise.all([
    ctx.db.get("authSessions", sessionId),
    ctx.db.get("users", userId),
  ]);
  return session?.userId === userId && user?.deactivatedAt === undefined ? user : null;
}

async function requireCaller(ctx: QueryCtx): Promise<Doc<"users">> {
  return (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
}

function requireRole(role: Role) {
  return async (ctx: QueryCtx): Promise<{ user: Doc<"users"> }> => {
    const user = await requireCaller(ctx);
    return user.role === role ? { user } : fail("FORBIDDEN");
  };
}

const anyone = async (ctx: QueryCtx): Promise<{ caller: Doc<"users"> | null }> => ({
  caller: await getCaller(ctx),
});
const member = async (ctx: QueryCtx): Promise<{ user: Doc<"users"> }> => ({
  user: await requireCaller(ctx),
});

/**
 * Every command may name the account that it was meant for. A browser sends what it queued when the line is back, and by then
 * another account may have signed in: such a command is refused, and nothing of it runs. Programs leave the name out.
 */
const meantFor = { meantFor: v.optional(v.string()) };
type Meant = { readonly meantFor?: string };

function requireMeant(callerId: string, { meantFor }: Meant): void {
  if (meantFor !== undefined && meantFor !== callerId) fail("WRONG_ACCOUNT");
}

/** The ways in which shared queries see their caller; all retailers are seen alike. Errors: as of the builders above. */
const VIEWERS = {
  retailer: async (ctx: QueryCtx): Promise<Viewer> =>
    toViewer((await requireRole("retailer")(ctx)).user),
  member: async (ctx: QueryCtx): Promise<Viewer> => toViewer(await requireCaller(ctx)),
  anyone: async (ctx: QueryCtx): Promise<Viewer> => {
    const caller = await getCaller(ctx);
    return caller && toViewer(caller);
  },
};

/** The registered query of `convex/viewers.ts` that says how its caller is seen. */
export function viewerQuery(who: keyof typeof VIEWERS) {
  return internalQuery({ args: {}, handler: VIEWERS[who] });
}

const NOBODY: QueryCtx["auth"] = {
  getUserIdentity: () => Promise.reject(new Error("A shared query knows its viewer alone.")),
};

/**
 * A query whose answer depends on its caller by `ctx.viewer` alone. Where a backend reads the mark `shared`, it asks the viewer query
 * of each caller and runs the rest once for all who are seen alike; elsewhere the whole runs for each.
 */
function sharedQuery(who: keyof typeof VIEWERS) {
  return <Args extends PropertyValidators, Returns extends GenericValidator>({
    args,
    returns,
    handler,
  }: {
    readonly args: Args;
    readonly returns: Returns;
    readonly handler: (
      ctx: QueryCtx & { readonly viewer: Viewer },
      args: ObjectType<Args>,
    ) => Promise<Infer<Returns>>;
  }): RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>> => {
    const run = (ctx: QueryCtx, viewer: Viewer, callArgs: ObjectType<Args>) =>
      handler({ ...ctx, auth: NOBODY, viewer }, callArgs);
    const whole = query({
      args,
      returns,
      handler: async (ctx: QueryCtx, callArgs: ObjectType<Args>) =>
        run(ctx, await VIEWERS[who](ctx), callArgs),
    });
    const part = internalQuery({
      handler: (ctx, call: { viewer: Viewer; args: ObjectType<Args> }) =>
        run(ctx, call.viewer, call.args),
    });
    return Object.assign(whole, { shared: { viewer: `viewers:${who}`, part } });
  };
}

/** Shared among visitors, retailers, administrators, and with each distributor for itself. */
export const anyoneSharedQuery = sharedQuery("anyone");
export const memberSharedQuery = sharedQuery("member");
export const retailerSharedQuery = sharedQuery("retailer");

type CommandCtx = MutationCtx & { readonly user: Doc<"users"> };

/** A command that takes effect once for each key of its caller: see `once.ts`. Errors: BAD_KEY, KEY_REUSED. */
type OnceCommand = <
  Args extends PropertyValidators,
  Returns extends GenericValidator,
  Table extends OnceTable,
>(definition: {
  readonly args: Args;
  readonly returns: Returns;
  readonly once: OnceOf<CommandCtx, ObjectType<Args>, Table, Infer<Returns>>;
  readonly handler: (
    ctx: CommandCtx & { readonly once: Once },
    args: ObjectType<Args>,
  ) => Promise<Doc<Table>>;
}) => RegisteredMutation<"public", ObjectType<Args & typeof meantFor>, Promise<Infer<Returns>>>;

/** A command of whoever is signed in, or of one role. Errors: UNAUTHENTICATED, WRONG_ACCOUNT, FORBIDDEN. */
function commandOf(role?: Role) {
  const command = customMutation(mutation, {
    args: meantFor,
    input: async (ctx: QueryCtx, meant: Meant) => {
      const user = await requireCaller(ctx);
      requireMeant(user._id, meant);
      if (role !== undefined && user.role !== role) fail("FORBIDDEN");
      return { ctx: { user }, args: {} };
    },
  });
  const onceCommand: OnceCommand = ({ args, returns, once: per, handler }) =>
    command({
      args,
      returns,
      handler: async (ctx: CommandCtx, callArgs: ObjectType<typeof args>) => {
        const once = await onceOf(ctx, ctx.user._id, per, callArgs);
        const row = await madeOnce(ctx, per.table, once, () => handler({ ...ctx, once }, callArgs));
        return per.answer(ctx, row);
      },
    });
  const define = (definition: Parameters<typeof command>[0] & Parameters<OnceCommand>[0]) =>
    "once" in definition ? onceCommand(definition) : command(definition);
  return define as OnceCommand & typeof command;
}

/** The same for everybody: nobody is asked who calls. */
export const publicQuery = query;
/** Visitors too; `ctx.caller` is who it is, or null. */
export const anyoneQuery = customQuery(query, customCtx(anyone));
/** Anybody who is signed in; `ctx.user` is who it is, here and below. */
export const memberQuery = customQuery(query, customCtx(member));
export const memberMutation = commandOf();
export const retailerQuery = customQuery(query, customCtx(requireRole("retailer")));
export const retailerMutation = commandOf("retailer");
export const distributorQuery = customQuery(query, customCtx(requireRole("distributor")));
export const distributorMutation = commandOf("distributor");
export const adminQuery = customQuery(query, customCtx(requireRole("admin")));
export const adminMutation = commandOf("admin");
/** Steps that come before there is an account: codes, registration, reset. */
export const anyoneAction = customAction(action, {
  args: meantFor,
  input: async (ctx: ActionCtx, meant: Meant) => {
    // The steps that an action takes look at the session themselves; here only the name in the token counts.
    if (meant.meantFor !== undefined)
      requireMeant((await getAuthUserId(ctx)) ?? fail("UNAUTHENTICATED"), meant);
    return { ctx: {}, args: {} };
  },
});
