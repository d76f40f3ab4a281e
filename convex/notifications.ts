/** Public functions of notifications: the bell, and how each person wants to be told. Administrators have none. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { memberMutation, memberQuery } from "./functions";
import { countUnread, listFilter, listNotifications } from "./notifications/list";
import * as reading from "./notifications/read";
import { settingsFields } from "./notifications/schema";
import {
  readSettings,
  saveSettings as replaceSettings,
  settingsView,
} from "./notifications/settings";
import { notificationRow, notificationRows } from "./notifications/view";
import { mapPage } from "./paging";

/** The figure on the bell, counted to 100. */
export const unread = memberQuery({
  args: {},
  returns: v.number(),
  handler: (ctx) => countUnread(ctx, ctx.user),
});

/** The newest first: all, or those that wait for the caller's answer. */
export const list = memberQuery({
  args: { filter: listFilter, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(notificationRow),
  handler: async (ctx, { filter, paginationOpts }) => {
    const result = await listNotifications(ctx, ctx.user, filter, paginationOpts);
    return mapPage(result, notificationRows(ctx));
  },
});

/** Errors: NOT_FOUND. */
export const markRead = memberMutation({
  args: { id: v.string() },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await reading.markRead(ctx, ctx.user, id, Date.now());
    return null;
  },
});

export const markAllRead = memberMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await reading.readBatch(ctx, { userId: ctx.user._id, until: Date.now() });
    return null;
  },
});

/** Reads those that lead to this address of the app. */
export const readPath = memberMutation({
  args: { path: v.string() },
  returns: v.null(),
  handler: async (ctx, { path }) => {
    await reading.readPath(ctx, ctx.user, path, Date.now());
    return null;
  },
});

export const settings = memberQuery({
  args: {},
  returns: settingsView,
  handler: (ctx) => readSettings(ctx, ctx.user),
});

/** A kind that is left out has its default channels. Errors: BAD_REQUEST, TOO_MANY {retryAfterMs}. */
export const saveSettings = memberMutation({
  args: settingsFields,
  returns: v.null(),
  handler: async (ctx, args) => {
    await replaceSettings(ctx, ctx.user, args);
    return null;
  },
});
