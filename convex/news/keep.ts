/** Stores the articles of a fetch and the pictures that they name. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
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
