/** The door of one's own account: details, password, sessions, records. Signing up and in is `auth.ts`. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { SECTIONS, recordsOf } from "./account/records";
import { saveDetails } from "./account/details";
import { endSessions } from "./auth/accounts";
import { hashPassword, isPassword, newPassword } from "./auth/secrets";
import { fail } from "./errors";
import { type ActionCtx } from "./_generated/server";
import { anyoneAction, memberMutation, memberQuery } from "./functions";

/** Name, phone, address, company or shop, picture. Errors: MISSING_FIELDS, BAD_PHONE, NO_IMAGE. */
export const save = memberMutation({
  args: {
    name: v.string(),
    phone: v.string(),
    address: v.string(),
    business: v.optional(v.string()),
    imageId: v.optional(v.id("_storage")),
  },
  returns: v.null(),
  handler: async (ctx, details) => {
    await saveDetails(ctx, ctx.user, details);
    return null;
  },
});

/** Whoever found somebody's screen open must not get further. Errors: UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY. */
async function requirePassword(ctx: ActionCtx, typed: string): Promise<void> {
  const kept = await ctx.runMutation(internal.account.steps.admit, {});
  if (!(await isPassword(typed, kept))) fail("WRONG_PASSWORD");
}

/** Against the current one; every other session ends. Errors: UNAUTHENTICATED, BAD_PASSWORD, COMMON_PASSWORD, WRONG_PASSWORD, TOO_MANY. */
export const changePassword = anyoneAction({
  args: { current: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, { current, password }): Promise<null> => {
    const secret = newPassword(password);
    await requirePassword(ctx, current);
    return ctx.runMutation(internal.account.steps.replace, {
      password: await hashPassword(secret),
    });
  },
});

/**
 * Closes one's own account for good: pending orders end with the stock returned, orders and invoices stay with the other party.
 * Errors: UNAUTHENTICATED, FORBIDDEN for administrators, WRONG_PASSWORD, TOO_MANY.
 */
export const close = anyoneAction({
  args: { password: v.string() },
  returns: v.null(),
  handler: async (ctx, { password }): Promise<null> => {
    await requirePassword(ctx, password);
    return ctx.runMutation(internal.account.steps.close, {});
  },
});

/** On every device, this one too. */
export const signOutEverywhere = memberMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await endSessions(ctx, ctx.user._id);
    return null;
  },
});

/** What is kept about the caller, a page of one section at a time. */
export const records = memberQuery({
  args: {
    section: v.union(...SECTIONS.map((section) => v.literal(section))),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(v.any()),
  handler: (ctx, { section, paginationOpts }) => recordsOf(ctx, ctx.user, section, paginationOpts),
});
