/** Writes the cached articles of the sources. Their number is bounded: a news page is no archive. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { deleteFile } from "../uploads/erase";
import type { Article } from "./sources";

export const ARTICLES_KEPT = 120;
/** The pictures of one fetch; the next one goes on. */
const PICTURES_PER_FETCH = 24;

function getArticle(ctx: QueryCtx, url: string): Promise<Doc<"newsArticles"> | null> {
  return ctx.db
    .query("newsArticles")
    .withIndex("by_url", (q) => q.eq("url", url))
    .first();
}

async function deletePicture(ctx: MutationCtx, { picture }: Doc<"newsArticles">): Promise<void> {
  if (picture != null) await deleteFile(ctx, picture);
}

async function keep(ctx: MutationCtx, article: Article): Promise<void> {
  const cached = await getArticle(ctx, article.url);
  if (cached === null) {
    await ctx.db.insert("newsArticles", article);
    return;
  }
  const { picture } = cached;
  const isSame = cached.imageUrl === article.imageUrl && picture !== undefined;
  if (!isSame) await deletePicture(ctx, cached);
  await ctx.db.replace("newsArticles", cached._id, { ...article, ...(isSame && { picture }) });
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
  // One source may bring more than are kept: another one's newer articles go before its old ones.
  const newest = [...articles].sort((a, b) => b.publishedAt - a.publishedAt);
  for (const article of newest.slice(0, ARTICLES_KEPT)) await keep(ctx, article);
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
