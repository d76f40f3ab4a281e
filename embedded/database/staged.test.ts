/** Staged indexes are filled before they can be queried; staged validators reject nothing. */
import { defineSchema, defineTable } from "convex/server";
import type { GenericSchema, SchemaDefinition } from "convex/server";
import type { JSONValue } from "convex/values";
import { v } from "convex/values";
import { afterEach, expect, test, vi } from "vitest";
import type { Database, Tables } from "../contracts";
import { openMemoryStore } from "../store/memory";
import { openDatabase } from "./database";
import { INDEX_KINDS } from "../extras/indexKinds";

const FIELDS = { name: v.string(), kind: v.string(), shape: v.array(v.float64()) };
const byKind = { fields: ["kind"] as ["kind"] };
const byName = { searchField: "name" as const };
const byShape = { vectorField: "shape" as const, dimensions: 2 };

const STAGED = defineSchema({
  goods: defineTable(FIELDS)
    .index("by_kind", { ...byKind, staged: true })
    .searchIndex("by_name", { ...byName, staged: true })
    .vectorIndex("by_shape", { ...byShape, staged: true }),
});
const ENABLED = defineSchema({
  goods: defineTable(FIELDS)
    .index("by_kind", byKind)
    .searchIndex("by_name", byName)
    .vectorIndex("by_shape", byShape),
});

async function apply(database: Database, schema: SchemaDefinition<GenericSchema, boolean>) {
  const { export: exported } = schema as unknown as { export: () => string };
  const json = JSON.parse(exported.call(schema)) as JSONValue;
  await database.applySchemas(new Map([["", json]]));
}

async function insert(database: Database, kind: string): Promise<void> {
  const transaction = database.begin();
  transaction.tables("").insert("goods", { name: `${kind} rice`, kind, shape: [1, 0] });
  await database.commit(transaction).durable;
}

const QUERIES: Readonly<Record<string, (tables: Tables) => number>> = {
  by_kind: (tables) => {
    const source = { type: "IndexRange", indexName: "goods.by_kind", range: [], order: "asc" };
    return [...{ [Symbol.iterator]: () => tables.stream({ source, operators: [] }) }].length;
  },
  by_name: (tables) => {
    const filters = [{ type: "Search", fieldPath: "name", value: "rice" }];
    const source = { type: "Search", indexName: "goods.by_name", filters };
    return [...{ [Symbol.iterator]: () => tables.stream({ source, operators: [] }) }].length;
  },
  by_shape: (tables) =>
    tables.vectorSearch({
      indexName: "goods.by_shape",
      vector: [1, 0],
      limit: 9,
      expressions: null,
    }).length,
};

afterEach(() => vi.restoreAllMocks());

test.each(Object.entries(QUERIES))(
  "[SCHEMA4] a staged index rejects queries, is maintained, and works once enabled: %s",
  async (name, query) => {
    const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
    await insert(database, "old");
    await apply(database, STAGED);
    await insert(database, "new");
    const count = () => query(database.begin().tables(""));
    expect(count).toThrow(
      `Index goods.${name} is currently staged and not available to query until it is enabled.`,
    );
    await apply(database, ENABLED);
    expect(count()).toBe(2);
    await apply(database, STAGED);
    expect(count).toThrow("is currently staged");
  },
);

test("[SCHEMA4] enabling a staged index reads no document", async () => {
  const store = openMemoryStore();
  const database = await openDatabase(store, { indexKinds: INDEX_KINDS });
  await apply(database, STAGED);
  await insert(database, "old");
  const write = vi.spyOn(store, "write");
  await apply(database, ENABLED);
  const keys = write.mock.calls.flatMap(([batch]) => batch).length;
  // Only the catalog and the newest timestamp.
  expect(keys).toBe(2);
});

test("[SCHEMA5] a staged validator rejects nothing and is reported when functions load", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
  const stage = (kind: "old" | "new") =>
    apply(database, defineSchema({ goods: defineTable(FIELDS).staged({ kind: v.literal(kind) }) }));
  await insert(database, "old");
  await stage("old");
  expect(log).toHaveBeenLastCalledWith(
    'The staged validator of table "goods" can be enforced: every document matches.',
  );
  await stage("new");
  expect(log).toHaveBeenLastCalledWith(
    expect.stringMatching(
      /^The staged validator of table "goods" can't be enforced: Document with/,
    ),
  );
  await insert(database, "neither");
});
