/** Pages: cursors that are followed to the end, ends that are given, limits of rows, and more than one page in a function. */
import type { Area, Case, Step } from "../cases";
import { insert, query, read } from "../cases";

function data(): Step[] {
  return Array.from({ length: 12 }, (_, at) =>
    insert("rows", { label: `row ${at}`, a: at % 3, b: at % 2 === 0 ? "even" : "odd" }),
  );
}

const LISTS = {
  "the table": { table: "rows" },
  "the table backwards": { table: "rows", order: "desc" },
  "an index": { table: "rows", index: "by_a" },
  "an index backwards": { table: "rows", index: "by_a", order: "desc" },
  "a range": { table: "rows", index: "by_a", range: [["gt", "a", 0]] },
  "a range of equals backwards": {
    table: "rows",
    index: "by_a",
    range: [["eq", "a", 1]],
    order: "desc",
  },
  "what a filter leaves": { table: "rows", filter: ["eq", ["field", "b"], "odd"] },
  "a filter that leaves nothing": { table: "rows", filter: ["eq", ["field", "b"], "none"] },
  "an empty table": { table: "undeclared" },
} as const;

const followed = Object.entries(LISTS).flatMap(([name, pages]) =>
  [5, 7, 100].map((numItems): Case => ({ name: `${name}, by ${numItems}`, pages, numItems })),
);

const page = (numItems: number, more: object = {}) => ({ numItems, cursor: null, ...more });

const single: Case[] = [
  { name: "the table by 6, which comes out even", pages: { table: "rows" }, numItems: 6 },
  query("a limit of no rows", {
    table: "rows",
    end: "paginate",
    page: page(3, { maximumRowsRead: 0 }),
  }),
  query("a first page with all that it says", { table: "rows", end: "paginate", page: page(3) }),
  query("the whole in one page", { table: "rows", end: "paginate", page: page(50) }),
  query("exactly the whole in one page", { table: "rows", end: "paginate", page: page(12) }),
  query("a page of nothing", { table: "rows", end: "paginate", page: page(0) }),
  query("a page of whole documents", {
    table: "rows",
    end: "paginate",
    page: page(1),
    whole: true,
  }),
  query("a cursor that is none", {
    table: "rows",
    end: "paginate",
    page: page(1, { cursor: "nonsense" }),
  }),
  {
    name: "few rows read at a time",
    pages: { table: "rows", filter: ["eq", ["field", "b"], "odd"] },
    numItems: 5,
    maximumRowsRead: 4,
  },
  {
    name: "one row read at a time",
    pages: { table: "rows", index: "by_a", order: "desc" },
    numItems: 5,
    maximumRowsRead: 1,
  },
  read(
    "two pages in one function",
    { op: "query", table: "rows", end: "paginate", page: page(1) },
    { op: "query", table: "rows", end: "paginate", page: page(1) },
  ),
  read(
    "a page in each of two nested queries",
    { op: "runQuery", steps: [{ op: "query", table: "rows", end: "paginate", page: page(2) }] },
    { op: "runQuery", steps: [{ op: "query", table: "rows", end: "paginate", page: page(1) }] },
  ),
  {
    name: "an end that is given",
    endAt: { table: "rows", index: "by_a" },
    numItems: 4,
    askedFor: 2,
  },
  {
    name: "an end that is given, backwards",
    endAt: { table: "rows", order: "desc" },
    numItems: 3,
    askedFor: 100,
  },
];

export const pages: Area = { name: "pages", data: data(), cases: [...followed, ...single] };
