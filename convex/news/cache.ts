/** The cached articles, and what is shown of them. Bounded: a news page is no archive. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Article } from "./sources";

const ARTICLES_KEPT = 120;
const ANNOUNCEMENTS_SHOWN = 20;
/** Of one fetch; the next one goes on. */
const PICTURES_PER_FETCH = 24;

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

type NewsItem = Infer<typeof newsItem>;

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

function getArticle(ctx: QueryCtx, url: string): Promise<Doc<"newsArticles"> | null> {
  return ctx.db
    .query("newsArticles")
    .withIndex("by_url", (q) => q.eq("url", url))
    .first();
}

async function deletePicture(ctx: MutationCtx, { picture }: Doc<"newsArticles">): Promise<void> {
  if (picture != null) await ctx.storage.delete(picture);
}

async function keep(ctx: MutationCtx, article: Article): Promise<void> {
  const known = await getArticle(ctx, article.url);
  if (known === null) {
    await ctx.db.insert("newsArticles", article);
    return;
  }
  const { picture } = known;
  const isSame = known.imageUrl === article.imageUrl && picture !== undefined;
  if (!isSame) await deletePicture(ctx, known);
  await ctx.db.replace("newsArticles", known._id, { ...article, ...(isSame && { picture }) });
}

/** The newest articles that name a picture which nobody has tried to get. */
export async function withoutPicture(ctx: QueryCtx): Promise<{ url: string; imageUrl: string }[]> {
  const rows = await ctx.db
    .query("newsArticles")
    .withIndex("by_published")
    .order("desc")
    .take(ARTICLES_KEPT);
  return rows
    .flatMap(({ url, imageUrl, picture }) =>
      imageUrl === undefined || picture !== undefined ? [] : [{ url, imageUrl }],
    )
    .slice(0, PICTURES_PER_FETCH);
}

/** A picture whose article has gone, or names another one by now, goes too. */
export async function keepPicture(
  ctx: MutationCtx,
  { url, imageUrl }: { readonly url: string; readonly imageUrl: string },
  picture: Id<"_storage"> | null,
): Promise<void> {
  const article = await getArticle(ctx, url);
  if (article?.imageUrl === imageUrl && article.picture === undefined) {
    await ctx.db.patch("newsArticles", article._id, { picture });
  } else if (picture !== null) {
    await ctx.storage.delete(picture);
  }
}

/** Result of a fetch. If it failed, the stored articles stay. */
export async function keepArticles(
  ctx: MutationCtx,
  articles: readonly Article[],
  problem: string | undefined,
): Promise<void> {
  for (const article of articles.slice(0, ARTICLES_KEPT)) await keep(ctx, article);
  const all = await ctx.db
    .query("newsArticles")
    .withIndex("by_published")
    .order("desc")
    .take(3 * ARTICLES_KEPT);
  for (const row of all.slice(ARTICLES_KEPT)) {
    await deletePicture(ctx, row);
    await ctx.db.delete("newsArticles", row._id);
  }
  const state = await ctx.db.query("newsState").first();
  if (state !== null) await ctx.db.delete("newsState", state._id);
  await ctx.db.insert("newsState", {
    fetchedAt: Date.now(),
    ...(problem !== undefined && { problem }),
  });
}

/** Why the last fetch brought nothing, or null. */
export async function problemOf(ctx: QueryCtx): Promise<string | null> {
  return (await ctx.db.query("newsState").first())?.problem ?? null;
}
