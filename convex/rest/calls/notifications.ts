/** The functions behind the notification calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { countUnread, listFilter, listNotifications } from "../../notifications/list";
import { markEachRead, readBatch } from "../../notifications/read";
import { notificationRow } from "../../notifications/view";
import { restMutation, restQuery } from "../caller";

/** The newest first: all, or those that wait for the caller's answer. */
export const list = restQuery(
  "retailer",
  "distributor",
  "admin",
)({
  args: { filter: listFilter, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(notificationRow),
  handler: (ctx, { filter, paginationOpts }) =>
    listNotifications(ctx, ctx.user, filter, paginationOpts),
});

/** Reads these, or all without `ids`; answers how many are unread by then, counted to 100. Errors: BAD_REQUEST for too many ids, NOT_FOUND. */
export const read = restMutation(
  "retailer",
  "distributor",
  "admin",
)({
  args: { ids: v.optional(v.array(v.string())) },
  returns: v.number(),
  handler: async (ctx, { ids }) => {
    const now = Date.now();
    if (ids === undefined) await readBatch(ctx, { userId: ctx.user._id, until: now });
    else await markEachRead(ctx, ctx.user, ids, now);
    return countUnread(ctx, ctx.user);
  },
});
