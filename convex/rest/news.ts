/** The news call: what the deployment fetched lately. Nobody who calls makes the market fetch anything. */
import { z } from "@hono/zod-openapi";
import type { Infer } from "convex/values";
import { listNews, type newsItem } from "../news/list";
import { isoTime } from "./entities";
import { ok, query } from "./operation";

const Article = z
  .object({
    title: z.string(),
    description: z.string(),
    url: z.string().nullable().openapi({ description: "Null for the market's own announcements." }),
    urlToImage: z.string().nullable(),
    source: z.object({ name: z.string() }),
    publishedAt: z.string().nullable().openapi({ description: "Null when the source says none." }),
    author: z.string().nullable(),
  })
  .openapi("Article");

const Headlines = z
  .object({
    status: z.literal("ok"),
    totalResults: z.number().int(),
    articles: z.array(Article),
  })
  .openapi("Headlines");

function toArticle(row: Infer<typeof newsItem>): z.infer<typeof Article> {
  return {
    title: row.title,
    description: row.description,
    url: row.url,
    urlToImage: row.imageUrl,
    source: { name: row.source },
    publishedAt: row.publishedAt > 0 ? isoTime(row.publishedAt) : null,
    author: row.author,
  };
}

export const NEWS_OPERATIONS = [
  query({
    call: "GET /api/news/top-headlines",
    summary: "Announcements of the market, then the news, the newest first",
    who: "anyone",
    readLimit: "newsReads",
    cacheControl: "public, max-age=30",
    answer: ok(Headlines),
    errors: ["TOO_MANY"],
    run: async (ctx) => {
      const articles = (await listNews(ctx)).map(toArticle);
      return { status: "ok" as const, totalResults: articles.length, articles };
    },
  }),
];
