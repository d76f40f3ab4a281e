import type { JSONValue, Value } from "convex/values";
import { describe, expect, test } from "vitest";
import type { Database, VectorMatch } from "../../contracts";
import { chance } from "../../testkit/proof";
import { openMemoryStore } from "../../store/memory";
import { requireIndex } from "../../database/catalog";
import { openDatabase } from "../../database/database";
import type { TransactionRows } from "../../database/rows";
import { INDEX_KINDS } from "../indexKinds";

const schema = (dimensions: number) => ({
  schemaValidation: false,
  tables: [
    {
      tableName: "tastes",
      indexes: [],
      searchIndexes: [],
      vectorIndexes: [
        {
          indexDescriptor: "by_vector",
          vectorField: "vector",
          dimensions,
          filterFields: ["kind", "shop"],
        },
      ],
      documentType: { type: "any" },
    },
  ],
});

async function open(dimensions = 3): Promise<Database> {
  const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
  await database.applySchemas(new Map([["", schema(dimensions)]]));
  return database;
}

async function insert(database: Database, ...rows: Record<string, Value>[]): Promise<string[]> {
  const transaction = database.begin();
  const ids = rows.map((row) => transaction.tables("").insert("tastes", row));
  await database.commit(transaction).durable;
  return ids;
}

function find(
  database: Database,
  vector: number[],
  rest: { limit?: number; expressions?: JSONValue } = {},
): VectorMatch[] {
  const snapshot = database.pin();
  const query = { indexName: "tastes.by_vector", vector, expressions: null, ...rest };
  const found = database.beginAt(snapshot).tables("").vectorSearch(query);
  snapshot.release();
  return found;
}

const is = (field: string, value: JSONValue): JSONValue => ({
  $eq: [{ $field: field }, { $literal: value }],
});

describe("[VEC1] a vector search", () => {
  test("returns the most similar vectors first", async () => {
    const database = await open(8);
    const random = chance(11);
    const vectors = Array.from({ length: 500 }, () =>
      Array.from({ length: 8 }, () => random() - 0.5),
    );
    const ids = await insert(database, ...vectors.map((vector) => ({ vector })));
    const target = vectors[3] ?? [];
    const length = (of: number[]) => Math.hypot(...of);
    const naive = vectors
      .map((vector, at) => {
        const product = vector.reduce((sum, x, place) => sum + x * (target[place] ?? 0), 0);
        return { id: ids[at], score: product / length(vector) / length(target) };
      })
      .sort((a, b) => b.score - a.score);
    const found = find(database, target, { limit: 256 });
    expect(found.map(({ _id }) => _id)).toEqual(naive.slice(0, 256).map(({ id }) => id));
    found.forEach(({ _score }, at) => expect(_score).toBeCloseTo(naive[at]?.score ?? 9, 5));
    expect(find(database, target)).toHaveLength(10);
  });

  test("orders equal vectors by id, and reflects changes and deletions", async () => {
    const database = await open();
    const ids = await insert(
      database,
      { vector: [1, 0, 0] },
      { vector: [2, 0, 0] },
      { vector: [0, 1, 0] },
    );
    const [first = "", second = "", third = ""] = ids;
    const found = find(database, [1, 0, 0]);
    expect(found.map(({ _id }) => _id)).toEqual([...[first, second].sort(), third]);
    expect(found.map(({ _score }) => _score)).toEqual([1, 1, 0]);
    const transaction = database.begin();
    transaction.tables("").patch("tastes", third, { vector: [1, 0, 0] });
    transaction.tables("").patch("tastes", first, { vector: [-1, 0, 0] });
    transaction.tables("").remove("tastes", second);
    await database.commit(transaction).durable;
    expect(find(database, [1, 0, 0])).toEqual([
      { _id: third, _score: 1 },
      { _id: first, _score: -1 },
    ]);
  });

  test("accepts one equality filter, or several of which one must match", async () => {
    const database = await open();
    const vector = [1, 0, 0];
    const [a, b, c] = await insert(
      database,
      { vector, kind: "tea", shop: 1 },
      { vector, kind: "oil", shop: 2 },
      { vector, shop: 2 },
    );
    const ids = (expressions: JSONValue) =>
      find(database, vector, { expressions }).map(({ _id }) => _id);
    expect(ids(is("kind", "tea"))).toEqual([a]);
    expect(ids(is("kind", { $undefined: null }))).toEqual([c]);
    const either = ids({ $or: [is("kind", "tea"), { $or: [is("shop", 2)] }] });
    expect(new Set(either)).toEqual(new Set([a, b, c]));
    expect(() => ids(is("price", 1))).toThrow("isn't indexed for filtering");
    expect(() => ids({ $neq: [{ $field: "kind" }, { $literal: 1 }] })).toThrow("`q.eq` and `q.or`");
    expect(() => ids({ $or: Array.from({ length: 65 }, () => is("shop", 1)) })).toThrow("Max: 64");
  });
});

/** Counts the vectors that are in the index. */
function rowsIn(database: Database): number {
  const transaction = database.begin();
  const rows = transaction as unknown as TransactionRows;
  const { index } = requireIndex(rows.catalog, "", "tastes.by_vector");
  const count = [...rows.entries({ index, from: new Uint8Array() })].length;
  database.discard(transaction);
  return count;
}

describe("[VEC1] [VEC2] numbers that a 32-bit float cannot hold", () => {
  const turned = Array.from({ length: 20 }, (_, at) => [Math.cos(at / 10), Math.sin(at / 10), 0]);
  const odd = [
    [1e39, 1, 0],
    [-1e39, 1, 0],
    [NaN, 1, 0],
    [0, Infinity, 0],
  ];

  test("leave their vectors out, and the order of the others as it is", async () => {
    const database = await open();
    const ids = await insert(database, ...turned.map((vector) => ({ vector })));
    const [first = ""] = await insert(database, ...odd.map((vector) => ({ vector })));
    const found = () => find(database, [1, 0, 0], { limit: 256 }).map(({ _id }) => _id);
    expect(found()).toEqual(ids);
    expect(rowsIn(database)).toBe(ids.length);
    const transaction = database.begin();
    transaction.tables("").patch("tastes", first, { vector: [1, 0, 0] });
    transaction.tables("").patch("tastes", ids[0] ?? "", { vector: odd[0] ?? [] });
    await database.commit(transaction).durable;
    expect(found()).toEqual([first, ...ids.slice(1)]);
  });

  test("are refused in a search", async () => {
    const database = await open();
    for (const vector of odd) {
      expect(() => find(database, vector)).toThrow("Expected a vector of finite numbers");
    }
  });
});

describe("[VEC2] lengths and limits", () => {
  test("stores but does not find vectors of another length", async () => {
    const database = await open();
    const [right = "", odd = ""] = await insert(
      database,
      { vector: [1, 0, 0] },
      { vector: [1, 0] },
      { vector: "none" },
      {},
    );
    expect(find(database, [1, 0, 0]).map(({ _id }) => _id)).toEqual([right]);
    const transaction = database.begin();
    transaction.tables("").patch("tastes", odd, { vector: [1, 1, 0] });
    transaction.tables("").patch("tastes", right, { vector: [1] });
    await database.commit(transaction).durable;
    expect(find(database, [1, 0, 0]).map(({ _id }) => _id)).toEqual([odd]);
  });

  test("rejects a search with another vector length or too many results", async () => {
    const database = await open();
    expect(() => find(database, [1, 0])).toThrow(
      "Expected a vector with dimensions 3, received 2.",
    );
    expect(() => find(database, [1, 0, 0], { limit: 257 })).toThrow("256");
    expect(() => find(database, [1, 0, 0], { limit: 0 })).toThrow("256");
  });

  test("rejects an index of fewer than 2 or more than 4,096 dimensions", async () => {
    await expect(open(1)).rejects.toThrow("must be between 2 and 4096");
    await expect(open(4_097)).rejects.toThrow("must be between 2 and 4096");
  });

  test("a new index includes existing documents", async () => {
    const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
    const [id] = await insert(database, { vector: [1, 0, 0] });
    await database.applySchemas(new Map([["", schema(3)]]));
    expect(find(database, [1, 0, 0])).toEqual([{ _id: id, _score: 1 }]);
  });
});
