"use node";
/**
 * Fetches what is configured. Without a source nothing is fetched: the administrators' announcements are there all the same.
 * Runs in Node, on a thread of its own: whatever a source sends, nobody who waits for an answer waits for its parsing.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { type ActionCtx, env } from "../_generated/server";
import { internalAction } from "../functions";
import { hostOf } from "../outgoing/targets";
import { withoutMetadata } from "../uploads/metadata";
import { pictureType } from "../uploads/picture";
// This file runs in Node, too, which the rule does not look at.
// oxlint-disable-next-line @convex-dev/import-wrong-runtime
import { DownloadProblem, answerOfError, download } from "../outgoing/download";
import { type Article, NewsProblem, articlesOfFeed, articlesOfJson } from "./sources";

/** The bytes of one feed, or of one answer of NewsAPI's. */
const SOURCE_MAX_BYTES = 2_000_000;
/** A card shows it some 600 pixels wide. */
const PICTURE_MAX_BYTES = 1_000_000;

type Source = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly read: (text: string) => Article[];
};

function parsed(text: string): unknown {
  if (text.trim() === "") throw new NewsProblem("No data in response");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NewsProblem("Unexpected response structure");
  }
}

type Trust = (origin: string) => boolean;

/** NewsAPI or its like by NEWS_API_URL and NEWS_API_KEY; feeds by NEWS_FEEDS, separated by spaces or commas. */
function configuredSources(): Source[] {
  const { NEWS_API_URL: api, NEWS_API_KEY: key, NEWS_FEEDS: feeds } = env;
  const headers: Record<string, string> = key === undefined ? {} : { "X-Api-Key": key };
  const read = (text: string) => articlesOfJson(parsed(text));
  const fromFeeds = (feeds ?? "")
    .split(/[\s,]+/)
    .filter((url) => url !== "")
    .map((url) => ({ url, read: articlesOfFeed }));
  return [...(api === undefined ? [] : [{ url: api, headers, read }]), ...fromFeeds];
}

/** Sources are the operator's choice, and may stand in the operator's own network. */
function trustIn(sources: readonly Source[]): Trust {
  const origins = sources.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []));
  const trusted = new Set(origins);
  return (origin) => trusted.has(origin);
}

function sentenceOf(error: unknown): string {
  if (error instanceof NewsProblem) return error.message;
  const isKnown = error instanceof DownloadProblem || error instanceof Error;
  return `Error fetching news: ${isKnown ? error.message.slice(0, 200) : "unknown"}`;
}

/** Returns the picture's bytes, empty where there are none; what the host says is noted in `silent`. */
async function downloadPicture(
  url: string,
  isTrusted: Trust,
  silent: Set<string>,
): Promise<Uint8Array> {
  try {
    return await download({ url, maxBytes: PICTURE_MAX_BYTES, isTrusted });
  } catch (error) {
    if (answerOfError(error) === "silent") silent.add(hostOf(url));
    return new Uint8Array();
  }
}

type Lacking = { readonly url: string; readonly imageUrl: string };

async function bringPicture(
  ctx: ActionCtx,
  { url, imageUrl }: Lacking,
  bytes: Uint8Array,
): Promise<void> {
  const type = pictureType(bytes);
  const picture =
    type === undefined
      ? null
      : await ctx.storage.store(new Blob([withoutMetadata(bytes, type)], { type }));
  await ctx.runMutation(internal.news.keep.picture, { url, imageUrl, picture });
}

/** Brings the pictures of articles. One host without an answer costs one time-out: its other pictures are left to the next fetch. */
async function bringPictures(
  ctx: ActionCtx,
  lacking: readonly Lacking[],
  isTrusted: Trust,
): Promise<void> {
  const silent = new Set<string>();
  for (const article of lacking) {
    const { imageUrl } = article;
    if (!URL.canParse(imageUrl) || !silent.has(hostOf(imageUrl)))
      await bringPicture(ctx, article, await downloadPicture(imageUrl, isTrusted, silent));
  }
}

async function fetchNews(ctx: ActionCtx): Promise<void> {
  const sources = configuredSources();
  if (sources.length === 0) return;
  const isTrusted = trustIn(sources);
  const articles: Article[] = [];
  let problem: string | undefined;
  // One after the other: no more than one body is held at a time.
  for (const { url, headers, read } of sources) {
    try {
      const request = { url, maxBytes: SOURCE_MAX_BYTES, isTrusted };
      const bytes = await download(headers === undefined ? request : { ...request, headers });
      articles.push(...read(new TextDecoder().decode(bytes)));
    } catch (error) {
      problem ??= sentenceOf(error);
    }
  }
  const lacking = await ctx.runMutation(internal.news.keep.articles, {
    articles,
    ...(problem !== undefined && { problem }),
  });
  await bringPictures(ctx, lacking, isTrusted);
}

export const run = internalAction({
  args: { requestId: v.optional(v.id("outgoingRequests")) },
  returns: v.null(),
  handler: async (ctx, { requestId }): Promise<null> => {
    try {
      await fetchNews(ctx);
    } finally {
      if (requestId !== undefined)
        await ctx.runMutation(internal.outgoing.internal.drop, { requestId });
    }
    return null;
  },
});
