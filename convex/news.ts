/** Public functions of the news: everybody reads them, administrators add announcements. */
import { v } from "convex/values";
import { adminMutation, publicQuery } from "./functions";
import { announce as addAnnouncement, withdraw as deleteAnnouncement } from "./news/announce";
import { readFeed, newsFeed } from "./news/list";

/** Announcements, then what the configured sources last brought; and why they brought nothing, if they did not. */
export const feed = publicQuery({ args: {}, returns: newsFeed, handler: readFeed });

/** Errors: MISSING_FIELDS. */
export const announce = adminMutation({
  args: { title: v.string(), text: v.string() },
  returns: v.object({ announcementId: v.id("announcements") }),
  handler: async (ctx, announcement) => ({
    announcementId: await addAnnouncement(ctx, ctx.user, announcement),
  }),
});

/** Errors: NOT_FOUND, also for an announcement that was withdrawn before. */
export const withdraw = adminMutation({
  args: { announcementId: v.string() },
  returns: v.null(),
  handler: async (ctx, { announcementId }) => {
    await deleteAnnouncement(ctx, announcementId);
    return null;
  },
});
