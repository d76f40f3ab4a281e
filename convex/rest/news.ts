/** The news call: what the deployment fetched lately. Nobody who calls makes the market fetch anything. */
import { createRoute, z } from "@hono/zod-openapi";
import type { FunctionReturnType } from "convex/server";
import { internal } from "../_generated/api";
import { ok, refusals, policy } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";
import { admitRead } from "./limits";

const calls = internal.rest.calls.news;

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

type NewsRow = FunctionReturnType<typeof calls.topHeadlines>[number];

function toArticle(row: NewsRow): z.infer<typeof Article> {
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

const topHeadlines = createRoute({
  method: "get",
  path: "/api/news/top-headlines",
  tags: ["news"],
  summary: "Announcements of the market, then the news, the newest first",
  ...policy({ who: "anyone" }),
  responses: { 200: ok(Headlines), ...refusals(429) },
});

export function addNews(app: RestApp): void {
  app.openapi(topHeadlines, async (c) => {
    const caller = c.get("caller");
    await admitRead(c.env, "newsReads");
    const articles = (await c.env.runQuery(calls.topHeadlines, { caller })).map(toArticle);
    c.header("Cache-Control", "public, max-age=30");
    return c.json({ status: "ok" as const, totalResults: articles.length, articles }, 200);
  });
}
