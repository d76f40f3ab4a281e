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

test("[IMP4] a new table is invisible until it is complete with its indexes; pinned snapshots stay unchanged", async () => {
  const database = await open(openMemoryStore());
  await add(database, "old rice");
  const heard: Commit[] = [];
  database.onCommit((commit) => heard.push(commit));
  const { changes, rice } = await replaceGoods(database);
  expect(namesIn(database)).toEqual(["old rice"]);
  expect(heard.flatMap(({ writes }) => writes)).toEqual([]);
  // Concurrent writes to the old table are dropped with it.
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

test("[IMP9] removes an uncommitted change from the store, after a failure and after a crash", async () => {
  const store = openMemoryStore();
  const database = await open(store);
  await add(database, "old rice");
  // The catalog stores its assigned numbers once.
  const failed = await replaceGoods(database);
  await failed.changes.clear();
  const rows = rowsIn(store);
  await replaceGoods(database);
  expect(rowsIn(store)).toBeGreaterThan(rows);
  // As after a crash: nothing was cleaned up.
  const next = await open(store);
  expect(rowsIn(store)).toBe(rows);
  expect(namesIn(next)).toEqual(["old rice"]);
  const { changes } = await replaceGoods(next);
  await changes.commit(() => undefined);
  await changes.clear();
  expect(namesIn(next)).toEqual(["new dal", "new rice"]);
});

test("[IMP7] rejects a change when a required empty table got a row, or the schema changed", async () => {
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
