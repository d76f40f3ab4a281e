/** The lists of the news, as everybody reads them. */
import { type Infer, v } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { ARTICLES_KEPT } from "./cache";

const ANNOUNCEMENTS_SHOWN = 20;

async function announcements(ctx: QueryCtx): Promise<NewsItem[]> {
  const rows = await ctx.db.query("announcements").order("desc").take(ANNOUNCEMENTS_SHOWN);
  return rows.map((row) => ({
    _id: row._id,
    title: row.title,
    description: row.text,
    url: null,
    imageUrl: null,
    source: "Mandi",
    author: row.authorName,
    publishedAt: row._creationTime,
    isAnnouncement: true,
  }));
}

/** The administrators' announcements first, then the articles, newest first. */
export async function listNews(ctx: QueryCtx): Promise<NewsItem[]> {
  const articles = await ctx.db
    .query("newsArticles")
    .withIndex("by_published")
    .order("desc")
    .take(ARTICLES_KEPT);
  return [
    ...(await announcements(ctx)),
    ...(await Promise.all(
      articles.map(async (row) => ({
        _id: row._id,
        title: row.title,
        description: row.description,
        url: row.url,
        imageUrl: row.picture == null ? null : await ctx.storage.getUrl(row.picture),
        source: row.source,
        author: row.author ?? null,
        publishedAt: row.publishedAt,
        isAnnouncement: false,
      })),
    )),
  ];
}

/** Why the last fetch brought nothing, or null. */
async function problemOf(ctx: QueryCtx): Promise<string | null> {
  return (await ctx.db.query("newsState").first())?.problem ?? null;
}

export async function readFeed(ctx: QueryCtx): Promise<Infer<typeof newsFeed>> {
  return { articles: await listNews(ctx), problem: await problemOf(ctx) };
}

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
