/** Ranges of indexes: every combination of bounds that one, two and three fields allow, in both orders. */
import type { Area, Bound, Case, Step } from "../cases";
import { UNDEFINED, insert, query } from "../cases";

/** Two rows of each combination, and some with missing fields. */
function data(): Step[] {
  const steps: Step[] = [];
  for (const a of [1, 2, 3]) {
    for (const b of [1, 2, 3]) {
      for (const c of [2, 1]) steps.push(insert("rows", { label: `${a}${b}${c}`, a, b, c }));
    }
  }
  steps.push(
    insert("rows", { label: "221 again", a: 2, b: 2, c: 1 }),
    insert("rows", { label: "2 alone", a: 2 }),
    insert("rows", { label: "22 alone", a: 2, b: 2 }),
    insert("rows", { label: "none" }),
    insert("rows", { label: "inner 1", n: { x: 1 } }),
    insert("rows", { label: "inner 2", n: { x: 2, y: 0 } }),
    insert("rows", { label: "no inner", n: 5 }),
  );
  return steps;
}

const INDEXES = { by_a: ["a"], by_ab: ["a", "b"], by_abc: ["a", "b", "c"] } as const;
const LOWER = [null, "gt", "gte"] as const;
const UPPER = [null, "lt", "lte"] as const;
const ORDERS = ["asc", "desc"] as const;

function describeRange(range: readonly Bound[]): string {
  return (
    range.map(([type, field, value]) => `${type} ${field} ${String(value)}`).join(", ") || "all"
  );
}

function inBothOrders(index: string, range: readonly Bound[]): Case[] {
  return ORDERS.map((order) =>
    query(`${index}, ${describeRange(range)}, ${order}`, { table: "rows", index, range, order }),
  );
}

/** Equal to 2 on the first fields, then a stretch of the next, then everything equal. */
function combinations(index: string, fields: readonly string[]): Case[] {
  const cases: Case[] = [];
  for (const [at, field] of fields.entries()) {
    const equal = fields.slice(0, at).map((name): Bound => ["eq", name, 2]);
    for (const lower of LOWER) {
      for (const upper of UPPER) {
        const from: Bound[] = lower === null ? [] : [[lower, field, 1]];
        const to: Bound[] = upper === null ? [] : [[upper, field, 3]];
        cases.push(...inBothOrders(index, [...equal, ...from, ...to]));
      }
    }
  }
  // Ranges with equality on all fields but the last are listed above.
  return [
    ...distinct(cases),
    ...inBothOrders(
      index,
      fields.map((name): Bound => ["eq", name, 2]),
    ),
  ];
}

function distinct(cases: readonly Case[]): Case[] {
  return [...new Map(cases.map((each) => [each.name, each])).values()];
}

const byCreation: Case[] = ORDERS.flatMap((order) => [
  query(`after the whole index, a lower bound of the creation time, ${order}`, {
    table: "rows",
    index: "by_abc",
    range: [
      ["eq", "a", 2],
      ["eq", "b", 2],
      ["eq", "c", 1],
      ["gt", "_creationTime", 0],
    ],
    order,
  }),
  query(`after the whole index, an upper bound of the creation time, ${order}`, {
    table: "rows",
    index: "by_a",
    range: [
      ["eq", "a", 2],
      ["lt", "_creationTime", 0],
    ],
    order,
  }),
  query(`by creation time, all, ${order}`, { table: "rows", index: "by_creation_time", order }),
  query(`by creation time, from 0 on, ${order}`, {
    table: "rows",
    index: "by_creation_time",
    range: [["gte", "_creationTime", 0]],
    order,
  }),
  query(`by creation time, before 0, ${order}`, {
    table: "rows",
    index: "by_creation_time",
    range: [["lte", "_creationTime", 0]],
    order,
  }),
  query(`no index, ${order}`, { table: "rows", order }),
]);

const wrong: Case[] = [
  query("an upper bound below the lower one", {
    table: "rows",
    index: "by_a",
    range: [
      ["gt", "a", 3],
      ["lt", "a", 1],
    ],
  }),
  query("a bound of nothing: above and below the same value", {
    table: "rows",
    index: "by_a",
    range: [
      ["gt", "a", 2],
      ["lt", "a", 2],
    ],
  }),
  query("from a value to the same value", {
    table: "rows",
    index: "by_a",
    range: [
      ["gte", "a", 2],
      ["lte", "a", 2],
    ],
  }),
  query("a second field before the first", {
    table: "rows",
    index: "by_ab",
    range: [["eq", "b", 2]],
  }),
  query("a field that is left out", {
    table: "rows",
    index: "by_abc",
    range: [
      ["eq", "a", 2],
      ["eq", "c", 2],
    ],
  }),
  query("bounds of two fields", {
    table: "rows",
    index: "by_ab",
    range: [
      ["gt", "a", 1],
      ["lt", "b", 3],
    ],
  }),
  query("an equality after a bound", {
    table: "rows",
    index: "by_ab",
    range: [
      ["gt", "a", 1],
      ["eq", "b", 3],
    ],
  }),
  query("two lower bounds", {
    table: "rows",
    index: "by_a",
    range: [
      ["gt", "a", 1],
      ["gte", "a", 2],
    ],
  }),
  query("the same field equal twice", {
    table: "rows",
    index: "by_a",
    range: [
      ["eq", "a", 1],
      ["eq", "a", 1],
    ],
  }),
  query("a field that is not in the index", {
    table: "rows",
    index: "by_a",
    range: [["eq", "c", 1]],
  }),
  query("the upper bound first", {
    table: "rows",
    index: "by_a",
    range: [
      ["lt", "a", 3],
      ["gt", "a", 1],
    ],
  }),
  query("an index that there is not", { table: "rows", index: "by_nothing" }),
  query("an index of another table", { table: "strict", index: "by_a" }),
];

const missing: Case[] = [
  query("equal to undefined", { table: "rows", index: "by_a", range: [["eq", "a", UNDEFINED]] }),
  query("above undefined", { table: "rows", index: "by_a", range: [["gt", "a", UNDEFINED]] }),
  query("from undefined on", { table: "rows", index: "by_a", range: [["gte", "a", UNDEFINED]] }),
  query("below undefined", { table: "rows", index: "by_a", range: [["lt", "a", UNDEFINED]] }),
  query("up to undefined", { table: "rows", index: "by_a", range: [["lte", "a", UNDEFINED]] }),
  query("below null", { table: "rows", index: "by_a", range: [["lt", "a", null]] }),
  query("equal to null", { table: "rows", index: "by_a", range: [["eq", "a", null]] }),
  query("a second field that is undefined", {
    table: "rows",
    index: "by_ab",
    range: [
      ["eq", "a", 2],
      ["eq", "b", UNDEFINED],
    ],
  }),
  query("inside an object", { table: "rows", index: "by_inner", range: [["eq", "n.x", 2]] }),
  query("inside an object, above undefined", {
    table: "rows",
    index: "by_inner",
    range: [["gt", "n.x", UNDEFINED]],
  }),
  query("inside an object, everything", { table: "rows", index: "by_inner" }),
];

export const ranges: Area = {
  name: "ranges",
  data: data(),
  cases: [
    ...Object.entries(INDEXES).flatMap(([index, fields]) => combinations(index, fields)),
    ...byCreation,
    ...wrong,
    ...missing,
  ],
};
