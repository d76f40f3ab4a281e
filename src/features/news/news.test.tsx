/** The news. */
import type { FunctionReturnType } from "convex/server";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, serverError } from "../../testing/fakeClient.setup";
import { LONG_HINDI, LONG_WORD, MARCH_4, PICTURE_URL } from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

type Article = FunctionReturnType<typeof api.news.feed>["articles"][number];

const cards = page.getByRole("article");
const search = page.getByPlaceholder("Search news...");

function article(part: Partial<Article> = {}): Article {
  return {
    _id: "monsoon",
    title: "Monsoon reaches Kerala",
    description: "Rain for the paddy fields.",
    url: "https://news.example/0",
    imageUrl: null,
    source: "The Daily Scale",
    author: "R. Nair",
    publishedAt: MARCH_4,
    isAnnouncement: false,
    ...part,
  };
}

const TEA = article({
  _id: "tea",
  title: "Tea auction breaks a record",
  description: "Assam leads.",
  author: "D. Baruah",
});

function withNews(...articles: Article[]): FakeClient {
  return clientFor(null).answer(api.news.feed, { articles, problem: null });
}

test("[NEWS1] [NEWS3] the news are dark until somebody turns the light on", async () => {
  await open("/newsfeed", withNews(article()));
  await expectTexts(page, "Today's Top News");
  const theme = () => document.documentElement.getAttribute("data-theme");
  await expect.poll(theme).toBe("dark");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Switch to light theme" }).click();
  await expect.poll(theme).toBe("light");
});

test("[NEWS1] [NEWS4] an article has title, description, link, source, author and day", async () => {
  await open("/newsfeed", withNews(article({ imageUrl: PICTURE_URL })));
  await expectTexts(cards, "Monsoon reaches Kerala", "Rain for the paddy fields.");
  await expect.element(cards).toMatchTextContent("The Daily Scale · R. Nair · 04 Mar 2026");
  await expect
    .element(cards.getByRole("link", { name: "Read more" }))
    .toHaveAttribute("href", "https://news.example/0");
  expect(cards.element().querySelector("img")?.getAttribute("src")).toBe(PICTURE_URL);
});

test("[NEWS4] its picture is asked for where the page is, whatever the server calls itself", async () => {
  const imageUrl = "http://127.0.0.1:3211/api/storage/abc";
  await open("/newsfeed", withNews(article({ imageUrl })));
  await expectTexts(cards, "Monsoon reaches Kerala");
  const picture = cards.element().querySelector("img");
  expect(picture?.getAttribute("src")).toBe("/api/storage/abc");
});

test("[NEWS5] the search finds title and description in any case, and counts what it found", async () => {
  await open("/newsfeed", withNews(article(), TEA));
  const count = () =>
    page.getByRole("heading", { level: 1 }).element().nextElementSibling?.textContent;
  await expect.poll(count).toBe("2");
  await search.fill("PADDY");
  await expect.poll(count).toBe("1");
  await expectTexts(cards, "Monsoon reaches Kerala");
  await search.fill("tea auction");
  await expectTexts(cards, "Tea auction breaks a record");
  expect(cards.elements().length).toBe(1);
  await search.fill("saffron");
  await expectTexts(page, "No news available.");
  await page.getByRole("button", { name: "Show all news" }).click();
  await expect.poll(count).toBe("2");
});

test("[NEWS2] no news are told, and not before the answer", async () => {
  const client = clientFor(null);
  await open("/newsfeed", client);
  await expect.element(page.getByText("Loading news...")).toBeInTheDocument();
  const none = page.getByText("No news available.");
  expect(none.elements()).toEqual([]);
  client.answer(api.news.feed, { articles: [], problem: null });
  await expect.element(none).toBeVisible();
});

test("[FAILURE26] news that can't be had are told, above those that were there", async () => {
  const client = clientFor(null).answer(api.news.feed, serverError());
  await open("/newsfeed", client);
  const words = "Error fetching news: the server did not answer as expected.";
  await expectTexts(page.getByRole("alert"), words, "Retry");
  expect(page.getByText("No news available.").elements()).toEqual([]);
  client.answer(api.news.feed, { articles: [TEA], problem: "Unexpected response structure" });
  await expectTexts(page, "Unexpected response structure", "Tea auction breaks a record");
});

test("long titles and texts fit a phone", async () => {
  await usePhone();
  await open("/newsfeed", withNews(article({ title: LONG_WORD, description: LONG_HINDI })));
  await expectTexts(page, LONG_WORD);
  await expectNoSidewaysScroll();
});
