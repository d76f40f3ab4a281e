/** Single documents: reads, writes, deletions, missing ones, and their ids. */
import type { Area, Case, Step } from "../cases";
import { UNDEFINED, insert, read, write } from "../cases";

const show = (id: string): Step => ({ op: "get", id });
const attempt = (step: Step): Step => ({ op: "try", step });

const patches: Readonly<Record<string, object>> = {
  "a new field": { c: 1 },
  "a field with another value": { a: "other" },
  "a field set to undefined": { a: UNDEFINED },
  "a field that is not there set to undefined": { c: UNDEFINED },
  "a field with an object in place of an object, not merged": { n: { y: 2 } },
  nothing: {},
  "its own id": { _id: "@changed", a: 5 },
  "another document's id": { _id: "@apple" },
  "another creation time": { _creationTime: 1 },
  "a field of the system's": { _secret: 1 },
  "a field that the schema has not": { unknown: 1 },
  "the required field away": { label: UNDEFINED },
};

function changes(op: "patch" | "replace", name: string, value: object): Case {
  return write(
    `${op} ${name}`,
    insert("rows", { label: "changed", a: 1, n: { x: 1 } }, "changed"),
    attempt({ op, id: "@changed", value }),
    show("@changed"),
    { op: "delete", id: "@changed" },
  );
}

const replacements: Readonly<Record<string, object>> = {
  "with other fields": { label: "replaced", b: 1 },
  "with an undefined field": { label: "replaced", b: UNDEFINED },
  "with its own id": { _id: "@changed", label: "replaced" },
  "with another id": { _id: "@apple", label: "replaced" },
  "with another creation time": { _creationTime: 7, label: "replaced" },
  "without what the schema requires": { a: 1 },
  "with a field that the schema has not": { label: "replaced", unknown: 1 },
};

const absent: Case[] = [
  read("get of what was removed", { op: "get", id: "@gone" }),
  read("get of what was removed, with its table", { op: "get", id: "@gone", table: "rows" }),
  write("patch of what was removed", { op: "patch", id: "@gone", value: { a: 1 } }),
  write("replace of what was removed", { op: "replace", id: "@gone", value: { label: "x" } }),
  write("delete of what was removed", { op: "delete", id: "@gone" }),
  write(
    "delete twice",
    insert("rows", { label: "twice" }, "twice"),
    { op: "delete", id: "@twice" },
    attempt({ op: "delete", id: "@twice" }),
    show("@twice"),
  ),
  read("get of another table", attempt({ op: "get", id: "@apple", table: "strict" })),
  write(
    "patch in another table",
    attempt({ op: "patch", id: "@apple", table: "strict", value: { a: 9 } }),
  ),
  write(
    "replace in another table",
    attempt({ op: "replace", id: "@apple", table: "strict", value: { label: "x" } }),
  ),
  write("delete in another table", attempt({ op: "delete", id: "@apple", table: "strict" })),
  read("get of no id", attempt({ op: "get", id: "nonsense" })),
  read("get of no id, with a table", attempt({ op: "get", id: "nonsense", table: "rows" })),
  read("get of an empty id", attempt({ op: "get", id: "" })),
  read("get of a number", attempt({ op: "get", id: 5 })),
  read("get of undefined", attempt({ op: "get", id: UNDEFINED })),
  write("patch of no id", attempt({ op: "patch", id: "nonsense", value: {} })),
  write("delete of no id", attempt({ op: "delete", id: "nonsense" })),
  read("nothing was changed by any of them", { op: "get", id: "@apple" }),
];

const ids: Case[] = [
  read("normalizeId of its table", { op: "normalizeId", table: "rows", id: "@apple" }),
  read("normalizeId of another table", { op: "normalizeId", table: "strict", id: "@apple" }),
  read("normalizeId of a removed document", { op: "normalizeId", table: "rows", id: "@gone" }),
  read("normalizeId of no id", { op: "normalizeId", table: "rows", id: "nonsense" }),
  read("normalizeId of nothing", { op: "normalizeId", table: "rows", id: "" }),
  read("normalizeId in a table that there is not", {
    op: "normalizeId",
    table: "nowhere",
    id: "@apple",
  }),
  read("normalizeId of a system table", {
    op: "normalizeId",
    table: "_storage",
    id: "@apple",
    system: true,
  }),
  read("get with the table's name", { op: "get", id: "@apple", table: "rows" }),
  read("get without it", { op: "get", id: "@apple" }),
];

const writes: Case[] = [
  write("insert gives an id that is its table's", insert("rows", { label: "new" }, "new"), {
    op: "normalizeId",
    table: "rows",
    id: "@new",
  }),
  write(
    "insert of an undefined field leaves it out",
    insert("rows", { label: "holes", a: UNDEFINED }, "holes"),
    show("@holes"),
  ),
  write("insert with an id", attempt(insert("rows", { label: "own id", _id: "@apple" }))),
  write("insert with a field of the system's", attempt(insert("rows", { label: "own", _mine: 1 }))),
  write("insert into a table of the system's", attempt(insert("_storage", { label: "x" }))),
  write(
    "insert into a table that there is not yet",
    insert("undeclared", { label: "first" }, "undeclared"),
    show("@undeclared"),
  ),
  write(
    "a transaction sees its own writes",
    insert("rows", { label: "seen", a: "seen" }, "seen"),
    { op: "query", table: "rows", index: "by_a", range: [["eq", "a", "seen"]] },
    { op: "patch", id: "@seen", value: { a: "unseen" } },
    { op: "query", table: "rows", index: "by_a", range: [["eq", "a", "seen"]] },
    { op: "query", table: "rows", index: "by_a", range: [["eq", "a", "unseen"]] },
    { op: "delete", id: "@seen" },
    { op: "query", table: "rows", index: "by_a", range: [["eq", "a", "unseen"]] },
  ),
  write(
    "a write with its table's name",
    { op: "patch", id: "@apple", table: "rows", value: { a: 2 } },
    show("@apple"),
  ),
  write("a mutation that throws", insert("rows", { label: "lost", a: "lost" }), {
    op: "throw",
    message: "no",
  }),
  read("left nothing", { op: "query", table: "rows", index: "by_a", range: [["eq", "a", "lost"]] }),
  write("a mutation that throws data", insert("rows", { label: "lost", a: "lost" }), {
    op: "throwData",
    data: { code: 7n, list: [null, -0] },
  }),
  read("left nothing either", {
    op: "query",
    table: "rows",
    index: "by_a",
    range: [["eq", "a", "lost"]],
  }),
  read("the clock stands still", { op: "clock" }),
  read("a query cannot write", attempt(insert("rows", { label: "by a query" }))),
];

export const documents: Area = {
  name: "documents",
  data: [
    insert("rows", { label: "apple", a: 1 }, "apple"),
    insert("rows", { label: "gone" }, "gone"),
    { op: "delete", id: "@gone" },
  ],
  cases: [
    ...Object.entries(patches).map(([name, value]) => changes("patch", name, value)),
    ...Object.entries(replacements).map(([name, value]) => changes("replace", name, value)),
    ...absent,
    ...ids,
    ...writes,
  ],
};
