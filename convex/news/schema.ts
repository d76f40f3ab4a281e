/** The tables of the news: what a configured source said lately, and what the administrators have to say. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const newsTables = {
  /** A cache of the source: rewritten by each fetch, the oldest go. */
  newsArticles: defineTable({
    url: v.string(),
    title: v.string(),
    description: v.string(),
    /** Address at the source. Readers receive our copy, so that their browsers contact no other host. */
    imageUrl: v.optional(v.string()),
    /** The copy of it; null when none could be had, absent before it was tried. Deleted with the article. */
    picture: v.optional(v.union(v.id("_storage"), v.null())),
    source: v.string(),
    author: v.optional(v.string()),
    /** Milliseconds. */
    publishedAt: v.number(),
  })
    .index("by_url", ["url"])
    .index("by_published", ["publishedAt"])
    .index("by_picture", ["picture"]),

  /** Written and withdrawn by administrators. */
  announcements: defineTable({
    title: v.string(),
    text: v.string(),
    authorId: v.id("users"),
    authorName: v.string(),
  }),

  /** One row: how the last fetch ended. */
  newsState: defineTable({
    fetchedAt: v.number(),
    /** The problem in the specification's words; absent when all went well. */
    problem: v.optional(v.string()),
  }),
};
