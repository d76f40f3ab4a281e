/** Public functions of one's own account: details, password, sessions, data export. Sign-up and sign-in are in `auth.ts`. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { RECORD_SECTIONS } from "../domain/recordSections";
import { recordsOf } from "./exports/records";
import { detailArgs, saveDetails, saveLanguage } from "./account/details";
import {
  changePassword as replacePassword,
  signOutEverywhere as endAllSessions,
} from "./account/password";
import { requirePassword } from "./auth/currentPassword";
import { languageValidator } from "./auth/schema";
import { readSpace, spaceView } from "./auth/storedBytes";
import { anyoneAction, memberMutation, memberQuery } from "./functions";

/** Name, phone, address, company or shop, picture. Errors: MISSING_FIELDS, BAD_PHONE, NO_IMAGE. */
export const save = memberMutation({
  args: detailArgs,
  returns: v.null(),
  handler: async (ctx, details) => {
    await saveDetails(ctx, ctx.user, details);
    return null;
  },
});

/** The language of the caller's screens, mails and notifications from now on. Errors: TOO_MANY. */
export const chooseLanguage = memberMutation({
  args: { language: languageValidator },
  returns: v.null(),
  handler: async (ctx, { language }) => {
    await saveLanguage(ctx, ctx.user, language);
    return null;
  },
});

/**
 * Requires the current password. Every other session ends, and keys and webhooks unless `revokeAll` is false. Errors: BAD_PASSWORD,
 * COMMON_PASSWORD, and those of `requirePassword`.
 */
export const changePassword = anyoneAction({
  args: { current: v.string(), password: v.string(), revokeAll: v.optional(v.boolean()) },
  returns: v.null(),
  handler: (ctx, { revokeAll = true, ...passwords }): Promise<null> =>
    replacePassword(ctx, { ...passwords, revokeAll }),
});

/**
 * Closes one's own account for good: pending orders end with the stock returned, orders and invoices stay with the other party.
 * Errors: FORBIDDEN for administrators, and those of `requirePassword`.
 */
export const close = anyoneAction({
  args: { password: v.string() },
  returns: v.null(),
  handler: async (ctx, { password }): Promise<null> => {
    await requirePassword(ctx, password);
    return ctx.runMutation(internal.account.internal.close, {});
  },
});

/** Ends every session, the caller's too. Keys and webhooks end as well unless `revokeAll` is false. */
export const signOutEverywhere = memberMutation({
  args: { revokeAll: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { revokeAll = true }) => {
    await endAllSessions(ctx, ctx.user, { revokeAll });
    return null;
  },
});

/** Exports the caller's data, a page of one section at a time. */
export const records = memberQuery({
  args: {
    section: v.union(...RECORD_SECTIONS.map((section) => v.literal(section))),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(v.any()),
  handler: (ctx, { section, paginationOpts }) => recordsOf(ctx, ctx.user, section, paginationOpts),
});

/** Returns what the caller may still store today, of rows and of pictures. */
export const space = memberQuery({
  args: {},
  returns: spaceView,
  handler: (ctx) => readSpace(ctx, ctx.user._id),
});
