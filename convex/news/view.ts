/** The news as everybody reads them. */
import { v, type Infer } from "convex/values";

export const newsItem = v.object({
  _id: v.string(),
  title: v.string(),
  description: v.string(),
  /** Null: an announcement of the administrators, which is all there is to read. */
  url: v.union(v.string(), v.null()),
  imageUrl: v.union(v.string(), v.null()),
  source: v.string(),
  author: v.union(v.string(), v.null()),
  publishedAt: v.number(),
  isAnnouncement: v.boolean(),
});

export type NewsItem = Infer<typeof newsItem>;

export const newsFeed = v.object({
  articles: v.array(newsItem),
  problem: v.union(v.string(), v.null()),
});
