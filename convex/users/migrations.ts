/**
 * Brings accounts that older versions wrote to today's form, once each: batch by batch through the table, in transactions of their
 * own. Each batch begins where the row of its migration says, so a run that broke off is taken up, and a second one does no harm.
 */
import { v } from "convex/values";
import { isTradeRole } from "../../domain/roles";
import { normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { getAccount } from "../auth/accounts";
import { internalMutation } from "../functions";
import { getMigration } from "./migrationState";

/** A few reads and writes each: far below what one transaction may do. */
export const USERS_PER_BATCH = 200;

/**
 * Rewrites the e-mail in the form that it is looked for in: the domain in ASCII. Two open accounts of one mailbox can't have the same
 * e-mail, so the one that this would concern stays as it is, and the log names it.
 */
async function rewriteEmail(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  const email = normalEmail(user.email);
  if (email === undefined || email === user.email) return;
  if (user.deactivatedAt === undefined && (await getAccount(ctx, email)) !== null) {
    console.warn(`The account ${user._id} can't sign in: another one has its e-mail in ASCII.`);
    return;
  }
  await ctx.db.patch("users", user._id, { email });
}

/** Has a closed account cleared as closing one does today, in a transaction of its own: older versions kept its details. */
async function clearClosed(
  ctx: MutationCtx,
  { _id: userId, role, deactivatedAt }: Doc<"users">,
): Promise<void> {
  if (deactivatedAt === undefined || !isTradeRole(role)) return;
  await ctx.scheduler.runAfter(0, internal.users.internal.clearClosed, { userId });
}

/** By name; each may see an account twice, and changes nothing then. */
const MIGRATIONS = { emailsInAscii: rewriteEmail, closedAccountsCleared: clearClosed } as const;

const migrationName = v.union(v.literal("emailsInAscii"), v.literal("closedAccountsCleared"));

type Name = keyof typeof MIGRATIONS;

/** Migrates the next accounts; schedules itself until there are none. */
export const batch = internalMutation({
  args: { name: migrationName },
  returns: v.null(),
  handler: async (ctx, { name }): Promise<null> => {
    const { _id, cursor, isDone } = await getMigration(ctx, name);
    if (isDone) return null;
    const users = await ctx.db.query("users").paginate({ cursor, numItems: USERS_PER_BATCH });
    for (const user of users.page) await MIGRATIONS[name](ctx, user);
    await ctx.db.patch("migrations", _id, { cursor: users.continueCursor, isDone: users.isDone });
    if (!users.isDone) await ctx.scheduler.runAfter(0, internal.users.migrations.batch, { name });
    return null;
  },
});

/** On every start, and now and then: begins what was never done and takes up what broke off. */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    for (const name of Object.keys(MIGRATIONS) as Name[]) {
      if (!(await getMigration(ctx, name)).isDone)
        await ctx.scheduler.runAfter(0, internal.users.migrations.batch, { name });
    }
    return null;
  },
});
