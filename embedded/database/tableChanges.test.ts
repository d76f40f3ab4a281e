import { expect, test } from "vitest";
import type { Commit, Database, StoredDocument } from "../contracts";
import { openMemoryStore } from "../store/memory";
import type { Store } from "../store/store";
import { openDatabase } from "./database";
import { INDEX_KINDS } from "../extras/indexKinds";
import { newId } from "./ids";

const SCHEMA = {
  schemaValidation: true,
  tables: [
    {
      tableName: "goods",
      indexes: [{ indexDescriptor: "by_price", fields: ["price"] }],
      searchIndexes: [{ indexDescriptor: "by_name", searchField: "name", filterFields: [] }],
      documentType: { type: "any" },
    },
  ],
};

async function open(store: Store): Promise<Database> {
  const database = await openDatabase(store, { indexKinds: INDEX_KINDS });
  await database.applySchemas(new Map([["", SCHEMA]]));
  return database;
}

async function add(database: Database, name: string): Promise<void> {
  const transaction = database.begin();
  transaction.tables("").insert("goods", { name, price: 1 });
  await database.commit(transaction).durable;
}

function read(database: Database, source: Record<string, unknown>): StoredDocument[] {
  const snapshot = database.pin();
  const stream = database
    .beginAt(snapshot)
    .tables("")
    .stream({ source, operators: [] } as never);
  const rows: StoredDocument[] = [];
  for (let step = stream.next(); step.done !== true; step = stream.next())
    rows.push(step.value.document);
  snapshot.release();
  return rows;
}

function namesIn(database: Database): unknown[] {
  const range = { type: "IndexRange", indexName: "goods.by_price", range: [], order: "asc" };
  return read(database, range).map(({ name }) => name);
}

function namesFound(database: Database, words: string): unknown[] {
  const filters = [{ type: "Search", fieldPath: "name", value: words }];
  return read(database, { type: "Search", indexName: "goods.by_name", filters }).map(
    ({ name }) => name,
  );
}

function rowsIn(store: Store): number {
  const snapshot = store.snapshot();
  const rows = [...snapshot.range({})].length;
  snapshot.release();
  return rows;
}

/** Rice came first, though it is written last. */
async function replaceGoods(database: Database) {
  const changes = database.changeTables();
  changes.drop("", "goods", false);
  changes.create("", "goods", 10_777);
  await changes.insert("", "goods", { name: "new dal", price: 2, _creationTime: 2_000 });
  const rice = { _id: newId(10_777), _creationTime: 1_000, name: "new rice", price: 3 };
  await changes.insert("", "goods", rice);
  await changes.fill();
  return { changes, rice };
}

test("[IMP4] a new table is nobody's until it is there whole, with its indexes, and what was pinned before stays as it was", async () => {
  const database = await open(openMemoryStore());
  await add(database, "old rice");
  const heard: Commit[] = [];
  database.onCommit((commit) => heard.push(commit));
  const { changes, rice } = await replaceGoods(database);
  expect(namesIn(database)).toEqual(["old rice"]);
  expect(heard.flatMap(({ writes }) => writes)).toEqual([]);
  // Others write meanwhile; what they write into the old table goes with it.
  await add(database, "old dal");
  const before = database.pin();
  await changes.commit(() => undefined);
  await changes.clear();
  expect(heard.filter(({ tablesChanged }) => tablesChanged)).toHaveLength(1);
  expect(namesIn(database)).toEqual(["new dal", "new rice"]);
  expect(namesFound(database, "new")).toEqual(["new dal", "new rice"]);
  expect(namesFound(database, "old")).toEqual([]);
  expect(database.beginAt(before).tables("").count("goods")).toBe(2);
  before.release();
  const snapshot = database.pin();
  expect(database.beginAt(snapshot).tables("").get("goods", rice._id)?.document).toEqual(rice);
  snapshot.release();
});

test("[IMP9] of a change that was not committed nothing stays in the store, whether it failed or the process ended", async () => {
  const store = openMemoryStore();
  const database = await open(store);
  await add(database, "old rice");
  // The catalog learns once that it has given numbers away.
  const failed = await replaceGoods(database);
  await failed.changes.clear();
  const rows = rowsIn(store);
  await replaceGoods(database);
  expect(rowsIn(store)).toBeGreaterThan(rows);
  // As after a crash: nobody cleared anything.
  const next = await open(store);
  expect(rowsIn(store)).toBe(rows);
  expect(namesIn(next)).toEqual(["old rice"]);
  const { changes } = await replaceGoods(next);
  await changes.commit(() => undefined);
  await changes.clear();
  expect(namesIn(next)).toEqual(["new dal", "new rice"]);
});

test("[IMP7] a change is refused when a row came into a table that had to be empty, or the schema changed", async () => {
  const database = await open(openMemoryStore());
  const first = database.changeTables();
  first.drop("", "goods", true);
  first.create("", "goods");
  await first.fill();
  await add(database, "just now");
  await expect(first.commit(() => undefined)).rejects.toThrow("is not empty any more");
  await first.clear();
  const { changes } = await replaceGoods(database);
  await database.applySchemas(new Map([["", null]]));
  await expect(changes.commit(() => undefined)).rejects.toThrow("schema");
  await changes.clear();
  expect(read(database, { type: "FullTableScan", tableName: "goods", order: null })).toHaveLength(
    1,
  );
});
