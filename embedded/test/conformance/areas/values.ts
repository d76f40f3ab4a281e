/** Values of every kind in one index: how they are kept, ordered and found. */
import type { Area, Bound, Case } from "../cases";
import { UNDEFINED, insert, query, read } from "../cases";

function bytes(...content: number[]): ArrayBuffer {
  return Uint8Array.from(content).buffer;
}

const VALUES: Readonly<Record<string, unknown>> = {
  true: true,
  "an empty object": {},
  ten: 10,
  "a list in a list": [[1]],
  "word b": "b",
  null: null,
  "bigint 3": 3n,
  "three and a half": 3.5,
  "minus zero": -0,
  NaN: NaN,
  infinity: Infinity,
  "minus infinity": -Infinity,
  zero: 0,
  false: false,
  "empty word": "",
  "word ab": "ab",
  "word a": "a",
  "word with a zero": "a\u0000b",
  "word é": "é",
  "bytes 1 2": bytes(1, 2),
  "bytes 1": bytes(1),
  "no bytes": bytes(),
  "bytes 0": bytes(0),
  "empty list": [],
  "list 1 2": [1, 2],
  "list 1": [1],
  "list of a word": ["a"],
  "object x 1": { x: 1 },
  "object x 2": { x: 2 },
  "object x 1 y 1": { x: 1, y: 1 },
  "object a 9": { a: 9 },
  "smallest number": 5e-324,
  "bigint -3": -3n,
  "least bigint": -(2n ** 63n),
  "greatest bigint": 2n ** 63n - 1n,
  undefined: UNDEFINED,
};

const TYPES = ["eq", "gt", "lte"] as const;
const found = Object.entries(VALUES).flatMap(([label, value]) =>
  TYPES.map((type): Case =>
    query(`${type} ${label}`, {
      table: "rows",
      index: "by_a",
      range: [[type, "a", value] as Bound],
    }),
  ),
);

const filtered = Object.entries(VALUES).map(([label, value]): Case =>
  query(`filter eq ${label}`, {
    table: "rows",
    filter: ["eq", ["field", "a"], ["literal", value]],
  }),
);

const between: Case[] = [
  query("numbers between two numbers", {
    table: "rows",
    index: "by_a",
    range: [
      ["gt", "a", -1],
      ["lt", "a", 10],
    ],
  }),
  query("words from a to b, its end left out", {
    table: "rows",
    index: "by_a",
    range: [
      ["gte", "a", "a"],
      ["lt", "a", "b"],
    ],
  }),
  query("from a bigint to a word", {
    table: "rows",
    index: "by_a",
    range: [
      ["gte", "a", 0n],
      ["lt", "a", ""],
    ],
  }),
];

export const values: Area = {
  name: "values",
  data: [
    ...Object.entries(VALUES).map(([label, a]) => insert("rows", { label, a })),
    insert("rows", { label: "far plane", b: "😀" }),
    insert("rows", { label: "end of the near plane", b: "\uffee" }),
    insert("rows", { label: "under zero", a: 1, b: { b: 1 } }),
  ],
  cases: [
    query("all in order", { table: "rows", index: "by_a", order: "asc" }),
    query("all in order, backwards", { table: "rows", index: "by_a", order: "desc" }),
    query("all as they were kept", { table: "rows", index: "by_a", whole: true }),
    query("words beyond the near plane", {
      table: "rows",
      index: "by_ab",
      range: [
        ["eq", "a", UNDEFINED],
        ["gt", "b", "\uffee"],
      ],
    }),
    ...found,
    ...filtered,
    ...between,
    read("a table that nobody wrote to", { op: "query", table: "undeclared" }),
  ],
};
