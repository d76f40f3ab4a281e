/** Stores the articles of a fetch and the pictures that they name. */
import { v } from "convex/values";
import { env } from "../_generated/server";
import { internalMutation } from "../functions";
import { enqueue } from "../outgoing/queue";
import { keepArticles, keepPicture, withoutPicture } from "./cache";

const article = v.object({
  url: v.string(),
  title: v.string(),
  description: v.string(),
  imageUrl: v.optional(v.string()),
  source: v.string(),
  author: v.optional(v.string()),
  publishedAt: v.number(),
});

/** An account of its own, which shares places with everybody. */
const ACCOUNT = "news";

/** Queues a fetch, unless no source is configured or one waits or is under way. */
export const begin = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    if (env.NEWS_API_URL === undefined && env.NEWS_FEEDS === undefined) return null;
    const earlier = await ctx.db
      .query("outgoingRequests")
      .withIndex("by_account", (q) => q.eq("account", ACCOUNT))
      .first();
    if (earlier === null) await enqueue(ctx, [{ account: ACCOUNT, job: { kind: "news" } }]);
    return null;
  },
});

/** Answers the articles whose pictures are to be had yet. */
export const articles = internalMutation({
  args: { articles: v.array(article), problem: v.optional(v.string()) },
  returns: v.array(v.object({ url: v.string(), imageUrl: v.string() })),
  handler: async (ctx, { articles, problem }) => {
    await keepArticles(ctx, articles, problem);
    return withoutPicture(ctx);
  },
});

/** Null: the source has none that could be shown, and is not asked again. */
export const picture = internalMutation({
  args: { url: v.string(), imageUrl: v.string(), picture: v.union(v.id("_storage"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { url, imageUrl, picture }) => {
    await keepPicture(ctx, { url, imageUrl }, picture);
    return null;
  },
});
