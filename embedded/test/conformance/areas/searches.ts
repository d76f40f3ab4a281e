/** Full-text search, where the official mock and Convex's documentation promise the same. */
import type { Area, Case } from "../cases";
import { UNDEFINED, insert, query, write } from "../cases";

const search = (text: string, eq: readonly (readonly [string, unknown])[] = []) => ({
  index: "by_text",
  field: "text",
  text,
  eq,
});

const TEXTS: Readonly<Record<string, readonly [text: string, shelf?: string]>> = {
  "a word": ["basmati"],
  "another case": ["BASMATI"],
  "the beginning of a word": ["basm"],
  "a word that is not there": ["barley"],
  "the end of a word": ["mati"],
  "a word behind a hyphen": ["pounded"],
  "a beginning before another word": ["whe barley"],
  nothing: [""],
  "blanks alone": ["  "],
  "a word with a shelf": ["rice", "upper"],
  "a word with another shelf": ["rice", "lower"],
  "a word with no shelf": ["rice", "nowhere"],
};

const words = Object.entries(TEXTS).map(([name, [text, shelf]]): Case =>
  query(name, {
    table: "texts",
    search: search(text, shelf === undefined ? [] : [["shelf", shelf]]),
  }),
);

export const searches: Area = {
  name: "searches",
  data: [
    insert("texts", { label: "basmati", text: "Basmati rice", shelf: "upper" }, "basmati"),
    insert("texts", { label: "wheat", text: "Whole wheat flour", shelf: "lower" }),
    insert("texts", { label: "older", text: "Sona masoori" }),
    insert("texts", { label: "newer", text: "Sona masoori" }),
    insert("texts", { label: "no shelf", text: "Lentils" }),
    insert("texts", { label: "red rice", text: "Red rice, hand-pounded", shelf: "lower" }),
  ],
  cases: [
    ...words,
    query("the newer of two that say the same", {
      table: "texts",
      search: search("masoori"),
      end: "take",
      n: 1,
    }),
    query("only what has no shelf", {
      table: "texts",
      search: search("lentils", [["shelf", UNDEFINED]]),
    }),
    query("a filter after a search", {
      table: "texts",
      search: search("rice"),
      filter: ["eq", ["field", "shelf"], "upper"],
    }),
    query("the first of a search", { table: "texts", search: search("flour"), end: "first" }),
    query("an ordinary index for a search", {
      table: "rows",
      search: { ...search("rice"), index: "by_a" },
    }),
    query("a search index that there is not", {
      table: "texts",
      search: { ...search("rice"), index: "none" },
    }),
    query("a search by a field that is no filter field", {
      table: "texts",
      search: search("rice", [["label", "basmati"]]),
    }),
    write(
      "what was written is found at once",
      { op: "patch", id: "@basmati", value: { text: "Jasmine" } },
      { op: "query", table: "texts", search: search("jasmine") },
      { op: "query", table: "texts", search: search("basmati") },
    ),
  ],
};
