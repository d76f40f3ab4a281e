/** Validators of every kind for arguments, results and documents, and their errors. */
import type { Area, Case } from "../cases";
import { COMMIT_TS, UNDEFINED, insert, read, write } from "../cases";

const SAMPLES: Readonly<Record<string, unknown>> = {
  null: null,
  "7": 7,
  "1.5": 1.5,
  NaN: NaN,
  "7n": 7n,
  true: true,
  "a word": "word",
  bytes: new ArrayBuffer(2),
  "an id": "@row",
  "an id of another table": "@other",
  "a list of words": ["a", "b"],
  "a list of numbers": [1, 2],
  "an empty list": [],
  "a point": { x: 1 },
  "a point with too much": { x: 1, z: 2 },
  "a point of words": { x: "1" },
  "a mixed list": ["a", 1],
  "a list of kinds": [{ kind: "one" }, { kind: "two" }],
  "a list of wrong kinds": [{ kind: "three" }],
};

/** By validator, the samples that are worth trying: fitting ones, and others. */
const TRIED: Readonly<Record<string, readonly (keyof typeof SAMPLES)[]>> = {
  anything: ["null", "7", "7n", "bytes", "a point"],
  nothing: ["null", "7", "a word"],
  float: ["7", "1.5", "NaN", "7n", "a word", "null"],
  integer: ["7n", "7", "a word"],
  flag: ["true", "7", "null"],
  text: ["a word", "7", "null", "an id"],
  bytes: ["bytes", "a word", "an empty list"],
  seven: ["7", "7n", "1.5", "a word"],
  word: ["a word", "7", "null"],
  big: ["7n", "7"],
  yes: ["true", "7", "null"],
  row: ["an id", "an id of another table", "a word", "7"],
  texts: ["a list of words", "an empty list", "a list of numbers", "a mixed list", "a word"],
  point: ["a point", "a point with too much", "a point of words", "null", "a list of words"],
  prices: ["a point", "a point with too much", "a point of words", "7"],
  some: ["a word", "7", "null", "7n", "a point"],
  either: ["a word", "null", "7"],
  place: ["7n", "7", "null"],
  deep: ["a list of kinds", "a list of wrong kinds", "an empty list"],
};

function each(module: "takes" | "gives"): Case[] {
  return Object.entries(TRIED).flatMap(([name, samples]) => [
    ...samples.map((sample): Case => ({
      name: `${module} ${name}: ${sample}`,
      call: "query",
      path: `${module}:${name}`,
      args: { value: SAMPLES[sample] },
    })),
    { name: `${module} ${name}: not a thing`, call: "query", path: `${module}:${name}`, args: {} },
  ]);
}

const more: Case[] = [
  { name: "takes perhaps a number: one", call: "query", path: "takes:maybe", args: { value: 1 } },
  { name: "takes perhaps a number: none", call: "query", path: "takes:maybe", args: {} },
  {
    name: "takes perhaps a number: null",
    call: "query",
    path: "takes:maybe",
    args: { value: null },
  },
  {
    name: "takes: an argument too many",
    call: "query",
    path: "takes:text",
    args: { value: "a", more: 1 },
  },
  {
    name: "an empty name in a record",
    call: "query",
    path: "takes:prices",
    args: { value: { "": 1 } },
  },
  { name: "a function that there is not", call: "query", path: "takes:nowhere", args: {} },
  { name: "a module that there is not", call: "query", path: "nowhere:nothing", args: {} },
  {
    name: "a query called as a mutation",
    call: "mutation",
    path: "takes:text",
    args: { value: "a" },
  },
  { name: "a mutation called as a query", call: "query", path: "program:clear", args: {} },
  { name: "a query called as an action", call: "action", path: "takes:text", args: { value: "a" } },
  { name: "the default export", call: "query", path: "program", args: {} },
];

const DOCUMENTS: Readonly<Record<string, readonly [table: string, value: object]>> = {
  "all that fits": [
    "strict",
    {
      label: "all",
      row: "@row",
      size: -0,
      count: 9n,
      kind: 7,
      tags: ["a"],
      where: { x: 1, y: NaN },
      prices: { rice: 40 },
      nothing: null,
      bytes: new ArrayBuffer(1),
      flag: false,
    },
  ],
  "the required field alone": ["strict", { label: "one" }],
  "no required field": ["strict", { size: 1 }],
  "a field too many": ["strict", { label: "x", more: 1 }],
  "a bigint for a number": ["strict", { label: "x", size: 1n }],
  "a number for a bigint": ["strict", { label: "x", count: 1 }],
  "a word that is not of the union": ["strict", { label: "x", kind: "up" }],
  "a word that is": ["strict", { label: "x", kind: "left" }],
  "a number in a list of words": ["strict", { label: "x", tags: ["a", 1] }],
  "an object with a field too many": ["strict", { label: "x", where: { x: 1, z: 1 } }],
  "an object without its field": ["strict", { label: "x", where: { y: 1 } }],
  "a word in a record of numbers": ["strict", { label: "x", prices: { rice: "40" } }],
  "an id of another table": ["strict", { label: "x", row: "@other" }],
  "a word for an id": ["strict", { label: "x", row: "nonsense" }],
  "null for an optional field": ["strict", { label: "x", size: null }],
  "undefined for an optional field": ["strict", { label: "x", size: UNDEFINED }],
  "undefined for a required field": ["strict", { label: UNDEFINED }],
  "0 for null": ["strict", { label: "x", nothing: 0 }],
  "a word for bytes": ["strict", { label: "x", bytes: "AA" }],
  "one form of two": ["either", { label: "x", kind: "one", one: 1 }],
  "the other form": ["either", { label: "x", kind: "two", two: "2" }],
  "a mixture of two forms": ["either", { label: "x", kind: "one", two: "2" }],
  "both forms at once": ["either", { label: "x", kind: "one", one: 1, two: "2" }],
};

const inserts = Object.entries(DOCUMENTS).map(([name, [table, value]]) =>
  write(`insert ${name}`, insert(table, value, "written"), { op: "get", id: "@written" }),
);

const places: Case[] = [
  write(
    "the commit's place is written",
    insert("strict", { label: "placed", committed: COMMIT_TS }, "placed"),
  ),
  read("and is a 64-bit integer", { op: "get", id: "@placed" }),
  write("a place in a patch", { op: "patch", id: "@other", value: { committed: COMMIT_TS } }),
  read("is one too", { op: "get", id: "@other" }),
  write("a place that is given back", { op: "give", value: { committed: COMMIT_TS } }),
  write(
    "a place for a nested call",
    { op: "call", kind: "query", path: "takes:place", args: { value: COMMIT_TS } },
    { op: "throw", message: "it was taken" },
  ),
  write("a place that is a number", insert("strict", { label: "x", committed: 1 })),
];

const changes: Case[] = [
  write("patch to what does not fit", { op: "patch", id: "@other", value: { size: "1" } }),
  write(
    "patch to what fits",
    { op: "patch", id: "@other", value: { size: 1 } },
    { op: "get", id: "@other" },
  ),
  write("replace by what does not fit", { op: "replace", id: "@other", value: { size: 1 } }),
  write(
    "a misfit that is caught leaves the rest",
    { op: "try", step: insert("strict", { label: "x", more: 1 }) },
    insert("strict", { label: "after the misfit" }, "after"),
    { op: "get", id: "@after" },
  ),
];

export const validators: Area = {
  name: "validators",
  data: [insert("rows", { label: "row" }, "row"), insert("strict", { label: "other" }, "other")],
  cases: [...each("takes"), ...each("gives"), ...more, ...inserts, ...places, ...changes],
};
