import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import { joinAdmin, joinRetailer, storePicture, openMarket } from "../market.setup";
import { ask, bearerOf } from "./rest.setup";

const HEADLINES = "GET /api/news/top-headlines";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it("no news is an empty envelope, for visitors too, and may be kept for a moment", async () => {
  const { status, body, headers } = await ask(openMarket(), HEADLINES);
  expect([status, body]).toEqual([200, { status: "ok", totalResults: 0, articles: [] }]);
  expect(headers.get("Cache-Control")).toBe("public, max-age=30");
});

it("announcements and articles come in the documented fields", async () => {
  const t = openMarket();
  const admin = await joinAdmin(t);
  await admin.client.mutation(api.news.announce, { title: "Holiday", text: "Closed on Monday." });
  const article = {
    url: "https://news.test/1",
    title: "Rice",
    description: "Up.",
    source: "Daily",
  };
  const picture = await storePicture(t);
  const copy = await t.run((ctx) => ctx.storage.getUrl(picture));
  await t.run(async (ctx) => {
    await ctx.db.insert("newsArticles", { ...article, publishedAt: 0 });
    await ctx.db.insert("newsArticles", {
      ...article,
      imageUrl: "https://news.test/1.png",
      picture,
      author: "A. Writer",
      publishedAt: Date.parse("2026-03-04T05:06:07Z"),
    });
  });
  const { body } = await ask(t, HEADLINES, { headers: await bearerOf(t, await joinRetailer(t)) });
  const { url, title, description } = article;
  const said = { title, description, url, source: { name: "Daily" } };
  expect(body).toEqual({
    status: "ok",
    totalResults: 3,
    articles: [
      {
        title: "Holiday",
        description: "Closed on Monday.",
        url: null,
        urlToImage: null,
        source: { name: "Mandi" },
        publishedAt: expect.any(String) as string,
        author: admin.user.name,
      },
      {
        ...said,
        urlToImage: copy,
        publishedAt: "2026-03-04T05:06:07.000Z",
        author: "A. Writer",
      },
      { ...said, urlToImage: null, publishedAt: null, author: null },
    ],
  });
});
