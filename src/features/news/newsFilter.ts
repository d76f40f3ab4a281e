/** Returns the articles that contain the search text in title or description, in any case. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { searchKey } from "../../../domain/searchKey";

export type NewsItem = FunctionReturnType<typeof api.news.feed>["articles"][number];

export function matching<Item extends Pick<NewsItem, "title" | "description">>(
  articles: readonly Item[],
  search: string,
): Item[] {
  const key = searchKey(search.trim());
  if (key === "") return [...articles];
  return articles.filter(({ title, description }) =>
    [title, description].some((text) => searchKey(text).includes(key)),
  );
}
