import type { JSONValue } from "convex/values";
import { describe, expect, test } from "vitest";
import type { Database, StoredDocument } from "../contracts";
import { openMemoryStore } from "../store/memory";
import { openDatabase } from "./database";
import { compareValues } from "./keys";

type Comparison = readonly [
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte",
  field: string,
  value: unknown,
];

const TABLE = {
  tableName: "goods",
  indexes: [{ indexDescriptor: "by_kind_price", fields: ["kind", "price"] }],
  searchIndexes: [],
  documentType: { type: "any" },
};
const FIELDS = ["kind", "price", "_creationTime", "_id"] as const;

/** Twelve documents, in the order of the index; several share a kind and a price. */
async function goods(): Promise<{ database: Database; all: StoredDocument[] }> {
  const database = await openDatabase(openMemoryStore(), { clock: () => 1_000 });
  await database.applySchemas(new Map([["", { schemaValidation: true, tables: [TABLE] }]]));
  const transaction = database.begin();
  for (const kind of ["b", "a"])
    for (const price of [2, 1, 2, 1, 2, 1]) transaction.tables("").insert("goods", { kind, price });
  await database.commit(transaction).durable;
  return { database, all: read(database, []) };
}

function read(database: Database, range: readonly Comparison[], index = "by_kind_price") {
  const expressions = range.map(([type, fieldPath, value]) => ({ type, fieldPath, value }));
  const source = {
    type: "IndexRange",
    indexName: `goods.${index}`,
    range: expressions,
    order: "asc",
  };
  const snapshot = database.pin();
  try {
    const tables = database.beginAt(snapshot).tables("");
    const query = { source, operators: [] } as unknown as JSONValue;
    const rows = { [Symbol.iterator]: () => tables.stream(query) };
    return Array.from(rows, ({ document }) => document);
  } finally {
    snapshot.release();
  }
}

const HOLDS: Record<Comparison[0], (order: number) => boolean> = {
  Eq: (order) => order === 0,
  Gt: (order) => order > 0,
  Gte: (order) => order >= 0,
  Lt: (order) => order < 0,
  Lte: (order) => order <= 0,
};

function filtered(all: readonly StoredDocument[], range: readonly Comparison[]) {
  return all.filter((row) =>
    range.every(([type, field, value]) => HOLDS[type](compareValues(row[field], value as string))),
  );
}

describe("index ranges", () => {
  test("[IDX4] compare the creation time and the id after the index's fields", async () => {
    const { database, all } = await goods();
    let compared = 0;
    for (const [depth, bounded] of FIELDS.entries()) {
      for (const row of all) {
        const equal = FIELDS.slice(0, depth).map((field) => ["Eq", field, row[field]] as const);
        for (const type of ["Eq", "Gt", "Gte", "Lt", "Lte"] as const) {
          const range: Comparison[] = [...equal, [type, bounded, row[bounded]]];
          expect(read(database, range), JSON.stringify(range)).toEqual(filtered(all, range));
          compared += 1;
        }
      }
    }
    expect(compared).toBe(4 * 12 * 5);
  });

  test("[IDX4] compare the id alone by_id, and after the time by_creation_time", async () => {
    const { database, all } = await goods();
    const { _id, _creationTime } = all[5] as { _id: string; _creationTime: number };
    const byId = [...all].sort((a, b) => compareValues(a["_id"], b["_id"]));
    const above: Comparison[] = [["Gt", "_id", _id]];
    expect(read(database, above, "by_id")).toEqual(filtered(byId, above));
    const after: Comparison[] = [
      ["Eq", "_creationTime", _creationTime],
      ["Gte", "_id", _id],
    ];
    expect(read(database, after, "by_creation_time")).toEqual(filtered(all, after));
    expect(filtered(all, after)).toHaveLength(1);
  });

  test("[IDX5] take equalities in any order, also after a bound", async () => {
    const { database, all } = await goods();
    const { kind, price, _creationTime } = all[7]!;
    const range: Comparison[] = [
      ["Lte", "_creationTime", _creationTime],
      ["Eq", "price", price],
      ["Gt", "_creationTime", 0],
      ["Eq", "kind", kind],
    ];
    expect(read(database, range)).toEqual(filtered(all, range));
    expect(read(database, range).length).toBeGreaterThan(0);
  });

  test.each<readonly [string, readonly Comparison[], string]>([
    ["a field left out", [["Eq", "price", 1]], "didn't use the index fields in order"],
    [
      "a bound before an equality",
      [
        ["Eq", "price", 1],
        ["Gt", "kind", "a"],
      ],
      "in order",
    ],
    ["a field that is not indexed", [["Eq", "name", "a"]], "doesn't index this field"],
    [
      "two equalities of one field",
      [
        ["Eq", "kind", "a"],
        ["Eq", "kind", "b"],
      ],
      "defined equality",
    ],
    [
      "two lower bounds",
      [
        ["Gt", "kind", "a"],
        ["Gte", "kind", "b"],
      ],
      "defined lower bound",
    ],
    [
      "two upper bounds",
      [
        ["Lt", "kind", "a"],
        ["Lt", "kind", "b"],
      ],
      "defined upper bound",
    ],
    [
      "bounds of two fields",
      [
        ["Gt", "kind", "a"],
        ["Lt", "price", 1],
      ],
      "a single index field",
    ],
    [
      "an equality and a bound",
      [
        ["Eq", "kind", "a"],
        ["Lt", "kind", "b"],
      ],
      "defined inequality",
    ],
  ])("[IDX5] reject %s", async (_, range, message) => {
    const { database } = await goods();
    expect(() => read(database, range)).toThrow(message);
  });
});
