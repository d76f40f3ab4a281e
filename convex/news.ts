/** The door of the news: for everybody to read, for administrators to add to. */
import { v } from "convex/values";
import { cleanText } from "../domain/text";
import { fail } from "./errors";
import { adminMutation, anyoneQuery } from "./functions";
import { listNews, newsItem, problemOf } from "./news/cache";

const TITLE_MAX = 120;
const TEXT_MAX = 2_000;

/** Announcements, then what the configured sources last brought; and why they brought nothing, if they did not. */
export const feed = anyoneQuery({
  args: {},
  returns: v.object({
    articles: v.array(newsItem),
    problem: v.union(v.string(), v.null()),
  }),
  handler: async (ctx) => ({ articles: await listNews(ctx), problem: await problemOf(ctx) }),
});

/** Errors: MISSING_FIELDS. */
export const announce = adminMutation({
  args: { title: v.string(), text: v.string() },
  returns: v.id("announcements"),
  handler: (ctx, { title, text }) =>
    ctx.db.insert("announcements", {
      title: cleanText(title, { min: 1, max: TITLE_MAX }) ?? fail("MISSING_FIELDS"),
      text: cleanText(text, { min: 1, max: TEXT_MAX, multiline: true }) ?? fail("MISSING_FIELDS"),
      authorId: ctx.user._id,
      authorName: ctx.user.name,
    }),
});

/** Errors: NOT_FOUND, for what is none or is gone already. */
export const withdraw = adminMutation({
  args: { announcementId: v.string() },
  returns: v.null(),
  handler: async (ctx, { announcementId }) => {
    const id = ctx.db.normalizeId("announcements", announcementId) ?? fail("NOT_FOUND");
    if ((await ctx.db.get("announcements", id)) === null) fail("NOT_FOUND");
    await ctx.db.delete("announcements", id);
    return null;
  },
});
