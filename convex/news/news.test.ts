import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { joinAdmin, openMarket, refusal, type Market } from "../market.setup";
import { articlesOfFeed, articlesOfJson } from "./sources";

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel><title>Market Wire</title>
<item><title>Rice &amp; wheat up</title><link>https://wire.test/rice</link><description>&lt;p&gt;Prices &lt;b&gt;rose&lt;/b&gt;.&lt;/p&gt;</description><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate><dc:creator>A. Reporter</dc:creator><media:content url="https://wire.test/rice.jpg"/></item>
<item><title>Bad link</title><link>javascript:alert(1)</link></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Depot</title><entry><title>One entry</title><link href="https://depot.test/1"/><summary>Short.</summary><updated>2026-11-20T10:00:00Z</updated><author><name>B. Writer</name></author></entry></feed>`;

describe("a source", () => {
  it("of NewsAPI's shape gives its articles, with or without the envelope", () => {
    const item = {
      title: "T",
      description: "D",
      url: "https://a.test/1",
      urlToImage: null,
      source: { name: "A" },
      publishedAt: "2026-11-20T10:00:00Z",
      author: null,
    };
    const expected = [
      {
        url: "https://a.test/1",
        title: "T",
        description: "D",
        source: "A",
        publishedAt: Date.UTC(2026, 10, 20, 10),
      },
    ];
    expect(articlesOfJson({ status: "ok", totalResults: 1, articles: [item] })).toEqual(expected);
    expect(articlesOfJson([item])).toEqual(expected);
  });

  it("of RSS gives plain words and web addresses, and nothing else becomes a link", () => {
    expect(articlesOfFeed(RSS)).toEqual([
      {
        url: "https://wire.test/rice",
        title: "Rice & wheat up",
        description: "Prices rose .",
        imageUrl: "https://wire.test/rice.jpg",
        source: "Market Wire",
        author: "A. Reporter",
        publishedAt: Date.UTC(2026, 10, 20, 10),
      },
    ]);
  });

  it("of Atom is read too", () => {
    expect(articlesOfFeed(ATOM)).toMatchObject([
      { url: "https://depot.test/1", title: "One entry", author: "B. Writer", source: "Depot" },
    ]);
  });

  it.each([
    ["nothing", () => articlesOfJson(null), "No data in response"],
    ["no list", () => articlesOfJson({ status: "ok" }), "Unexpected response structure"],
    ["no feed", () => articlesOfFeed("<html></html>"), "Unexpected response structure"],
    ["an empty feed", () => articlesOfFeed(" "), "No data in response"],
  ])("that sends %s is refused in the specification's words", (_what, read, sentence) => {
    expect(read).toThrow(sentence);
  });
});

describe("fetching", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  const answering = (body: string, status = 200) =>
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(body, { status })));
  const feedOf = (t: Market) => t.query(api.news.feed, {});

  it("does nothing without a source", async () => {
    const t = openMarket();
    answering(RSS);
    await t.action(internal.news.fetch.run, {});
    expect(fetch).not.toHaveBeenCalled();
    expect(await feedOf(t)).toEqual({ articles: [], problem: null });
  });

  it("keeps what came, once for each address, and what it has when the source fails", async () => {
    const t = openMarket();
    vi.stubEnv("NEWS_FEEDS", "https://wire.test/feed");
    answering(RSS);
    await t.action(internal.news.fetch.run, {});
    answering(RSS);
    await t.action(internal.news.fetch.run, {});
    expect((await feedOf(t)).articles.map(({ title }) => title)).toEqual(["Rice & wheat up"]);
    answering("", 503);
    await t.action(internal.news.fetch.run, {});
    const { articles, problem } = await feedOf(t);
    expect(articles).toHaveLength(1);
    expect(problem).toBe("Error fetching news: Request failed with status code 503");
  });

  it("sends the key along, and forgets an old problem", async () => {
    const t = openMarket();
    vi.stubEnv("NEWS_API_URL", "https://api.test/top-headlines");
    vi.stubEnv("NEWS_API_KEY", "secret");
    answering("{}");
    await t.action(internal.news.fetch.run, {});
    expect((await feedOf(t)).problem).toBe("Unexpected response structure");
    answering('{"articles":[]}');
    await t.action(internal.news.fetch.run, {});
    expect(vi.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({
      headers: { "X-Api-Key": "secret" },
    });
    expect(await feedOf(t)).toEqual({ articles: [], problem: null });
  });
});

describe("an announcement", () => {
  it("stands before everything else until it is withdrawn", async () => {
    const t = openMarket();
    const admin = await joinAdmin(t);
    await t.mutation(internal.news.fetch.keep, { articles: articlesOfFeed(RSS) });
    const id = await admin.client.mutation(api.news.announce, {
      title: "Closed on Friday",
      text: "No deliveries.\nBack on Saturday.",
    });
    const { articles } = await t.query(api.news.feed, {});
    expect(articles.map(({ title }) => title)).toEqual(["Closed on Friday", "Rice & wheat up"]);
    expect(articles[0]).toMatchObject({ isAnnouncement: true, url: null });
    await admin.client.mutation(api.news.withdraw, { announcementId: id });
    expect(await refusal(admin.client.mutation(api.news.withdraw, { announcementId: id }))).toEqual(
      { code: "NOT_FOUND" },
    );
  });

  it("says something", async () => {
    const t = openMarket();
    const admin = await joinAdmin(t);
    const call = admin.client.mutation(api.news.announce, { title: " ", text: "x" });
    expect(await refusal(call)).toEqual({ code: "MISSING_FIELDS" });
  });
});
