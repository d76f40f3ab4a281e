/** Fetching what is configured. Without a source nothing is fetched: the administrators' announcements are there all the same. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { env } from "../_generated/server";
import { internalAction, internalMutation } from "../functions";
import { keepArticles } from "./cache";
import { type Article, NewsProblem, articlesOfFeed, articlesOfJson } from "./sources";

const TIMEOUT_MS = 15_000;

async function fetchText(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new NewsProblem(`Request failed with status code ${answer.status}`);
  return answer.text();
}

function parsed(text: string): unknown {
  if (text.trim() === "") throw new NewsProblem("No data in response");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NewsProblem("Unexpected response structure");
  }
}

type Fetching = () => Promise<Article[]>;

/** NewsAPI or its like by NEWS_API_URL and NEWS_API_KEY; feeds by NEWS_FEEDS, separated by spaces or commas. */
function configuredSources(): Fetching[] {
  const { NEWS_API_URL: api, NEWS_API_KEY: key, NEWS_FEEDS: feeds } = env;
  const headers: Record<string, string> = key === undefined ? {} : { "X-Api-Key": key };
  const fromApi = async () => articlesOfJson(parsed(await fetchText(api ?? "", headers)));
  const fromFeeds = (feeds ?? "")
    .split(/[\s,]+/)
    .filter((url) => url !== "")
    .map((url) => async () => articlesOfFeed(await fetchText(url)));
  return [...(api === undefined ? [] : [fromApi]), ...fromFeeds];
}

function sentenceOf(error: unknown): string {
  if (error instanceof NewsProblem) {
    const { message } = error;
    return message.startsWith("Request") ? `Error fetching news: ${message}` : message;
  }
  return `Error fetching news: ${error instanceof Error ? error.message : "unknown"}`;
}

export const run = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const sources = configuredSources();
    if (sources.length === 0) return null;
    const results = await Promise.allSettled(sources.map((source) => source()));
    const articles = results.flatMap((result) =>
      result.status === "fulfilled" ? result.value : [],
    );
    const failed = results.find((result) => result.status === "rejected");
    await ctx.runMutation(internal.news.fetch.keep, {
      articles,
      ...(failed !== undefined && { problem: sentenceOf(failed.reason) }),
    });
    return null;
  },
});

const article = v.object({
  url: v.string(),
  title: v.string(),
  description: v.string(),
  imageUrl: v.optional(v.string()),
  source: v.string(),
  author: v.optional(v.string()),
  publishedAt: v.number(),
});

export const keep = internalMutation({
  args: { articles: v.array(article), problem: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { articles, problem }) => {
    await keepArticles(ctx, articles, problem);
    return null;
  },
});
