/** The function behind the news call of REST. */
import { v } from "convex/values";
import { listNews } from "../../news/list";
import { newsItem } from "../../news/view";
import { visitorRestQuery } from "../caller";

/** Announcements, then articles, the newest first. */
export const topHeadlines = visitorRestQuery({
  args: {},
  returns: v.array(newsItem),
  handler: (ctx) => listNews(ctx),
});
