import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { PNG } from "../auth/visitor.setup";
import { joinAdmin, openMarket, refusal, type Market } from "../market.setup";
import { ARTICLES_KEPT } from "./cache";
import type * as Download from "../outgoing/download";
import { DownloadProblem, download } from "../outgoing/download";
import { articlesOfFeed, articlesOfJson } from "./sources";

vi.mock("../outgoing/download", async (original) => ({
  ...(await original<typeof Download>()),
  download: vi.fn(),
}));

const utf8 = new TextEncoder();

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

describe("what a hostile source sends", () => {
  const SIZE = 1_900_000;
  /** On a busy machine; a pattern that begins anew at each bracket takes minutes. */
  const FEED_MS = 15_000;
  const fill = (piece: string) => piece.repeat(Math.floor(SIZE / piece.length));
  const PIECES = ["<", "<a", "< ", "&lt;", "&lt;a ", "<!--", "<![CDATA[", "\n ", "&amp;", "a\n"];
  const item = (title: string) =>
    `<rss><channel><title>T</title><item><title>${title}</title><link>https://a.test/1</link></item></channel></rss>`;
  const inTime = (read: () => unknown) => {
    const started = performance.now();
    try {
      read();
    } catch {
      // Refused is as good as read, if it is soon.
    }
    return performance.now() - started;
  };

  it.each(PIECES)("is read in time linear to its length: a title of %j", (piece) => {
    const article = { url: "https://a.test/1", title: fill(piece), description: fill(piece) };
    expect(inTime(() => articlesOfJson([article]))).toBeLessThan(1_000);
    expect(inTime(() => articlesOfFeed(item(fill(piece))))).toBeLessThan(FEED_MS);
  });

  it("is bounded in every field, and in number", () => {
    const long = "x".repeat(100_000);
    const hostile = { url: "https://a.test/1", title: long, description: long, author: long };
    const [first] = articlesOfJson([{ ...hostile, source: { name: long }, publishedAt: long }]);
    expect(first?.title).toHaveLength(300);
    expect(first?.description).toHaveLength(1_000);
    expect(first?.author).toHaveLength(100);
    expect(first?.source).toHaveLength(100);
    expect(first?.publishedAt).toBe(0);
    expect(articlesOfJson([{ ...hostile, url: `https://a.test/${long}` }])).toEqual([]);
    expect(articlesOfJson(Array.from({ length: 10_000 }, () => hostile))).toHaveLength(200);
    const items = "<item><title>T</title><link>https://a.test/1</link></item>".repeat(10_000);
    expect(articlesOfFeed(`<rss><channel>${items}</channel></rss>`)).toHaveLength(200);
  });

  it("does not expand entities exponentially", () => {
    const entities = Array.from(
      { length: 30 },
      (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    ).join("");
    const feed = `<!DOCTYPE rss [<!ENTITY e0 "lol">${entities}]>${item("&e30;")}`;
    let read: unknown = [];
    expect(inTime(() => (read = articlesOfFeed(feed)))).toBeLessThan(1_000);
    expect(JSON.stringify(read).length).toBeLessThan(10_000);
    const file = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${item("a&x;b")}`;
    expect(inTime(() => (read = articlesOfFeed(file)))).toBeLessThan(1_000);
    expect(JSON.stringify(read)).not.toContain("root:");
  });
});

describe("the picture of an article", () => {
  beforeEach(() => vi.stubEnv("NEWS_FEEDS", "https://wire.test/feed"));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.mocked(download).mockReset();
  });
  const PICTURE_URL = "https://wire.test/rice.jpg";
  const filesOf = (t: Market) => t.run((ctx) => ctx.db.system.query("_storage").take(50));
  const fetchWith = (t: Market, feed: string, picture: Uint8Array | Error) => {
    vi.mocked(download).mockImplementation(({ url }) =>
      url.endsWith("/feed")
        ? Promise.resolve(utf8.encode(feed))
        : picture instanceof Error
          ? Promise.reject(picture)
          : Promise.resolve(picture),
    );
    return t.action(internal.news.fetch.run, {});
  };
  const shown = async (t: Market) =>
    (await t.query(api.news.feed, {})).articles.map(({ imageUrl }) => imageUrl);
  const askedFor = () => vi.mocked(download).mock.calls.map(([{ url }]) => url);

  it("is copied once and shown from here, never from where it stands", async () => {
    const t = openMarket();
    await fetchWith(t, RSS, PNG);
    await fetchWith(t, RSS, PNG);
    expect(askedFor().filter((url) => url === PICTURE_URL)).toHaveLength(1);
    const [address] = await shown(t);
    expect(address).not.toBeNull();
    expect(address).not.toContain("wire.test");
    expect(await filesOf(t)).toHaveLength(1);
    const limits = vi.mocked(download).mock.calls.find(([{ url }]) => url === PICTURE_URL)?.[0];
    expect(limits?.maxBytes).toBe(1_000_000);
    expect(limits?.headers).toBeUndefined();
  });

  it.each([
    ["a page", utf8.encode("<html><script>alert(1)</script></html>")],
    ["a drawing that can carry scripts", utf8.encode("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["nothing", new Uint8Array()],
    ["too much, or what leads into a private network", new DownloadProblem("more than")],
  ])("is none when the source sends %s, and is not asked for again", async (_what, picture) => {
    const t = openMarket();
    await fetchWith(t, RSS, picture);
    await fetchWith(t, RSS, picture);
    expect(askedFor().filter((url) => url === PICTURE_URL)).toHaveLength(1);
    expect(await shown(t)).toEqual([null]);
    expect(await filesOf(t)).toEqual([]);
  });

  it("goes when its article names another one, and with its article", async () => {
    const t = openMarket();
    await fetchWith(t, RSS, PNG);
    await fetchWith(t, RSS.replace("rice.jpg", "rice2.jpg"), PNG);
    expect(await filesOf(t)).toHaveLength(1);
    const newer = Array.from(
      { length: 130 },
      (_, i) =>
        `<item><title>N</title><link>https://wire.test/${i}</link><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate></item>`,
    );
    await fetchWith(t, `<rss><channel>${newer.join("")}</channel></rss>`, PNG);
    expect(await filesOf(t)).toEqual([]);
  });

  it("is replaced also where its file was not restored with the tables", async () => {
    const t = openMarket();
    await fetchWith(t, RSS, PNG);
    const [file] = await filesOf(t);
    await t.run((ctx) => ctx.storage.delete(file!._id));
    await fetchWith(t, RSS.replace("rice.jpg", "rice2.jpg"), PNG);
    expect(await shown(t)).toEqual([expect.any(String)]);
  });
});

describe("fetching", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.mocked(download).mockReset();
  });
  const answering = (body: string) => vi.mocked(download).mockResolvedValue(utf8.encode(body));
  const feedOf = (t: Market) => t.query(api.news.feed, {});

  it("does nothing without a source", async () => {
    const t = openMarket();
    answering(RSS);
    await t.action(internal.news.fetch.run, {});
    expect(download).not.toHaveBeenCalled();
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
    vi.mocked(download).mockRejectedValue(
      new DownloadProblem("Request failed with status code 503"),
    );
    await t.action(internal.news.fetch.run, {});
    const { articles, problem } = await feedOf(t);
    expect(articles).toHaveLength(1);
    expect(problem).toBe("Error fetching news: Request failed with status code 503");
  });

  it("keeps a source's newest articles, however many old ones another brings before it", async () => {
    const t = openMarket();
    vi.stubEnv("NEWS_FEEDS", "https://long.test/feed https://wire.test/feed");
    const date = "Thu, 01 Jan 2026 00:00:00 GMT";
    const items = Array.from(
      { length: ARTICLES_KEPT },
      (_, n) =>
        `<item><title>Old ${n}</title><link>https://long.test/${n}</link><pubDate>${date}</pubDate></item>`,
    );
    const long = `<rss><channel><title>Long</title>${items.join("")}</channel></rss>`;
    vi.mocked(download).mockImplementation(({ url }) =>
      Promise.resolve(utf8.encode(url === "https://long.test/feed" ? long : RSS)),
    );
    await t.action(internal.news.fetch.run, {});
    const { articles } = await feedOf(t);
    expect(articles).toHaveLength(ARTICLES_KEPT);
    expect(articles.map(({ title }) => title)).toContain("Rice & wheat up");
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
    expect(vi.mocked(download).mock.calls[0]?.[0]).toMatchObject({
      headers: { "X-Api-Key": "secret" },
    });
    expect(await feedOf(t)).toEqual({ articles: [], problem: null });
  });
});

describe("an announcement", () => {
  it("stands before everything else until it is withdrawn", async () => {
    const t = openMarket();
    const admin = await joinAdmin(t);
    await t.mutation(internal.news.keep.articles, { articles: articlesOfFeed(RSS) });
    const { announcementId } = await admin.client.mutation(api.news.announce, {
      title: "Closed on Friday",
      text: "No deliveries.\nBack on Saturday.",
    });
    const { articles } = await t.query(api.news.feed, {});
    expect(articles.map(({ title }) => title)).toEqual(["Closed on Friday", "Rice & wheat up"]);
    expect(articles[0]).toMatchObject({ isAnnouncement: true, url: null });
    const withdraw = () => admin.client.mutation(api.news.withdraw, { announcementId });
    await withdraw();
    expect(await refusal(withdraw())).toEqual({ code: "NOT_FOUND" });
  });

  it("must have a text", async () => {
    const t = openMarket();
    const admin = await joinAdmin(t);
    const call = admin.client.mutation(api.news.announce, { title: " ", text: "x" });
    expect(await refusal(call)).toEqual({ code: "MISSING_FIELDS" });
  });
});
