/**
 * Parses news sources into articles: NewsAPI's JSON (spec §3), RSS and Atom feeds. Pure. Entries without a web address or a title
 * are dropped.
 */
import { XMLParser } from "fast-xml-parser";

export type Article = {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly imageUrl?: string;
  readonly source: string;
  readonly author?: string;
  readonly publishedAt: number;
};

/** The message is the specification's sentence (§8). */
export class NewsProblem extends Error {}

const TITLE_MAX = 300;
const DESCRIPTION_MAX = 1_000;
const NAME_MAX = 100;
const URL_MAX = 2_000;
/** Characters of a text that are read before its markup is removed. */
const RAW_MAX = 20_000;
/** More is not kept anyway. */
const ITEMS_MAX = 200;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Goes through the text once: a pattern would begin anew at each of many unclosed brackets. */
function withoutTags(text: string): string {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("<", at);
    const close = open === -1 ? -1 : text.indexOf(">", open);
    if (close === -1) break;
    words.push(text.slice(at, open));
    at = close + 1;
  }
  words.push(text.slice(at));
  return words.join(" ");
}

/** Plain words: feeds carry markup and entities of markup. */
function toPlainText(value: unknown, max: number): string {
  const raw = isFields(value) ? (value["#text"] ?? value["name"]) : value;
  if (typeof raw !== "string" && typeof raw !== "number") return "";
  const plain = withoutTags(String(raw).slice(0, RAW_MAX)).replace(/\s+/g, " ").trim();
  return plain.length > max ? `${plain.slice(0, max - 1)}…` : plain;
}

/** Web addresses only: what else a feed names must never become a link. */
function webAddress(value: unknown): string | undefined {
  const text = typeof value === "string" && value.length <= URL_MAX ? value.trim() : "";
  return /^https?:\/\/\S+$/i.test(text) ? text : undefined;
}

type Raw = {
  readonly url: unknown;
  readonly title: unknown;
  readonly description: unknown;
  readonly image: unknown;
  readonly source: unknown;
  readonly author: unknown;
  readonly date: unknown;
};

function articleOf(raw: Raw): Article[] {
  const url = webAddress(raw.url);
  const title = toPlainText(raw.title, TITLE_MAX);
  if (url === undefined || title === "") return [];
  const imageUrl = webAddress(raw.image);
  const author = toPlainText(raw.author, NAME_MAX);
  const published =
    typeof raw.date === "string" && raw.date.length <= NAME_MAX ? Date.parse(raw.date) : Number.NaN;
  return [
    {
      url,
      title,
      description: toPlainText(raw.description, DESCRIPTION_MAX),
      source: toPlainText(raw.source, NAME_MAX),
      publishedAt: Number.isNaN(published) ? 0 : published,
      ...(imageUrl !== undefined && { imageUrl }),
      ...(author !== "" && { author }),
    },
  ];
}

/** NewsAPI's envelope, or its articles alone. Errors: NewsProblem. */
export function articlesOfJson(body: unknown): Article[] {
  if (body === null || body === undefined) throw new NewsProblem("No data in response");
  const list: unknown = Array.isArray(body) ? body : isFields(body) ? body["articles"] : undefined;
  if (!Array.isArray(list)) throw new NewsProblem("Unexpected response structure");
  return list
    .slice(0, ITEMS_MAX)
    .filter(isFields)
    .flatMap((item) =>
      articleOf({
        url: item["url"],
        title: item["title"],
        description: item["description"],
        image: item["urlToImage"],
        source: item["source"],
        author: item["author"],
        date: item["publishedAt"],
      }),
    );
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Atom puts addresses into attributes. */
function linkOf(value: unknown): unknown {
  const [first] = listOf(value);
  return isFields(first) ? (first["@href"] ?? first["#text"]) : first;
}

function imageOf(item: Fields): unknown {
  for (const name of ["media:content", "media:thumbnail", "enclosure"]) {
    const [found] = listOf(item[name]);
    if (isFields(found) && found["@url"] !== undefined) return found["@url"];
  }
  return undefined;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  processEntities: true,
});

/** An RSS 2.0 or Atom feed. Errors: NewsProblem. */
export function articlesOfFeed(xml: string): Article[] {
  if (xml.trim() === "") throw new NewsProblem("No data in response");
  const parsed: unknown = parser.parse(xml);
  const rss = isFields(parsed) && isFields(parsed["rss"]) ? parsed["rss"]["channel"] : undefined;
  const atom = isFields(parsed) ? parsed["feed"] : undefined;
  const channel = isFields(rss) ? rss : atom;
  if (!isFields(channel)) throw new NewsProblem("Unexpected response structure");
  return listOf(channel["item"] ?? channel["entry"])
    .slice(0, ITEMS_MAX)
    .filter(isFields)
    .flatMap((item) =>
      articleOf({
        url: linkOf(item["link"]),
        title: item["title"],
        description: item["description"] ?? item["summary"] ?? item["content"],
        image: imageOf(item),
        source: channel["title"],
        author: item["dc:creator"] ?? item["author"],
        date: item["pubDate"] ?? item["updated"] ?? item["published"],
      }),
    );
}
