/** Convex's limits of values and schemas, each exceeded by one. */
import type { JSONValue, Value } from "convex/values";
import { convexToJson } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tables } from "../contracts";
import { openMemoryStore } from "../store/memory";
import { openDatabase } from "./database";
import { INDEX_KINDS } from "../extras/indexKinds";
import { requireModest } from "./valueLimits";

async function newTables(): Promise<Tables> {
  return (await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS })).begin().tables("");
}

function nested(levels: number): Value {
  return levels === 0 ? 1n : levels % 2 === 0 ? [nested(levels - 1)] : { in: nested(levels - 1) };
}

function wide(fields: number): Record<string, Value> {
  return Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, at]));
}

test.each([
  [
    "8,192 elements in an array",
    { a: Array(8_192).fill(0) },
    { a: Array(8_193).fill(0) },
    "8193 >",
  ],
  ["1,024 fields in an object", { a: wide(1_024) }, { a: wide(1_025) }, "1025 > maximum number"],
  ["16 levels in a document", { a: nested(15) }, { a: nested(16) }, "Document is too nested"],
])("[LIM8] there are at most %s", async (_, most, more, words) => {
  const tables = await newTables();
  const id = tables.insert("goods", most);
  expect(() => tables.insert("goods", more)).toThrow(words);
  expect(() => tables.patch("goods", id, more)).toThrow(words);
  expect(() => tables.replace("goods", id, more)).toThrow(words);
});

test("[LIM8] rejects values above 64 levels, as values and as JSON", () => {
  for (const form of [(value: Value) => value, convexToJson]) {
    expect(() => requireModest("Value", form(nested(64)))).not.toThrow();
    expect(() => requireModest("Value", form(nested(65)))).toThrow("Value is too nested");
  }
});

test("[LIM3] no value's JSON takes more bytes than are returned for it", () => {
  const leaf = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\0\u001f\ud800", "नमक", -2.2250738585072014e-308, false, null),
    fc.record({ $integer: fc.string() }),
    fc.double({ noNaN: true }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("value")),
      fc.dictionary(fc.string({ maxLength: 4 }), tie("value")),
    ),
  }));
  fc.assert(
    fc.property(value, (json) => {
      expect(requireModest("Value", json)).toBeGreaterThanOrEqual(
        Buffer.byteLength(JSON.stringify(json)),
      );
    }),
  );
});

test.each(["with space", "1st", "__", "x".repeat(65)])(
  "[LIM9] rejects the table name %s",
  async (name) => {
    const tables = await newTables();
    expect(() => tables.insert(name, {})).toThrow(`Invalid table name: "${name}"`);
  },
);

test("[LIM9] rejects more than 10,000 tables", async () => {
  const tables = await newTables();
  for (let at = 0; at < 10_000; at++) tables.insert(`table${at}`, {});
  expect(() => tables.insert("oneMore", {})).toThrow("Number of tables cannot exceed 10000.");
});

const index = (indexDescriptor: string, fields: string[]) => ({ indexDescriptor, fields });
const search = (filterFields: string[]) => ({
  indexDescriptor: "by_text",
  searchField: "text",
  filterFields,
});
const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
const many = (count: number) => names(count).map((name) => index(`by_${name}`, [name]));

test.each<[string, Record<string, JSONValue>, string]>([
  ["65 indexes", { indexes: many(65) }, "cannot have more than 64 indexes"],
  [
    "65 indexes, staged ones among them",
    { indexes: many(64), stagedDbIndexes: [index("by_other", ["other"])] },
    "cannot have more than 64 indexes",
  ],
  ["17 fields", { indexes: [index("by_all", names(17))] }, "up to 16 fields"],
  ["17 filter fields", { searchIndexes: [search(names(17))] }, "up to 16 filter fields"],
  ["no field", { indexes: [index("by_none", [])] }, "must have at least one field"],
  ["one field twice", { indexes: [index("by_a", ["a", "a"])] }, "Duplicate field a"],
  ["_id", { indexes: [index("by_a", ["_id"])] }, "`_id` is not a valid index field"],
  ["_creationTime", { indexes: [index("by_a", ["_creationTime"])] }, "automatically added"],
  ["a reserved field", { indexes: [index("by_a", ["_a"])] }, "Reserved fields"],
  ["a reserved name", { indexes: [index("by_id", ["a"])] }, "the name is reserved"],
  ["a name that is none", { indexes: [index("by a", ["a"])] }, "Invalid index name"],
  ["a name too long", { indexes: [index("b".repeat(65), ["a"])] }, "Invalid index name"],
  [
    "one name twice",
    { indexes: [index("by_text", ["a"])], stagedSearchIndexes: [search([])] },
    "two or more definitions",
  ],
  ["the same twice", { indexes: [index("b", ["a"]), index("c", ["a"])] }, "have the same fields"],
])("[LIM9] rejects a schema with %s", async (_, indexes, words) => {
  const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
  const table = {
    tableName: "goods",
    indexes: [],
    searchIndexes: [],
    documentType: { type: "any" },
    ...indexes,
  };
  const schema = { schemaValidation: false, tables: [table] };
  await expect(database.applySchemas(new Map([["", schema]]))).rejects.toThrow(words);
});

test("[LIM9] accepts 64 indexes of 16 fields", async () => {
  const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
  const indexes = [...many(63), index("by_all", names(16))];
  const table = { tableName: "goods", indexes, searchIndexes: [], documentType: { type: "any" } };
  const schema = { schemaValidation: false, tables: [table] };
  await database.applySchemas(new Map([["", schema]]));
});
