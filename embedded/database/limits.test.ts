/** Convex's published limits of a transaction, each exceeded by one. */
import type { JSONValue } from "convex/values";
import { describe, expect, test } from "vitest";
import type { Database, Tables, Transaction } from "../contracts";
import { openMemoryStore } from "../store/memory";
import { openDatabase } from "./database";
import {
  BYTES_READ_MAX,
  BYTES_WRITTEN_MAX,
  DOCUMENTS_READ_MAX,
  DOCUMENTS_WRITTEN_MAX,
  DOCUMENT_BYTES_MAX,
  RANGES_READ_MAX,
} from "./limits";

const EVERYTHING: JSONValue = {
  source: { type: "FullTableScan", tableName: "goods", order: null },
  operators: [],
};
const LARGE = { text: "x".repeat(2 ** 20 - 1_000) };

function tablesOf(database: Database): Tables {
  return database.begin().tables("");
}

function repeat(times: number, work: () => unknown): void {
  for (let at = 0; at < times; at++) work();
}

/** Inserts documents in as many transactions as needed. */
async function fill(database: Database, count: number, value: Record<string, string>) {
  for (let left = count; left > 0; left -= 10_000) {
    const transaction = database.begin();
    const tables = transaction.system("");
    repeat(Math.min(left, 10_000), () => tables.insert("goods", value));
    await database.commit(transaction).durable;
  }
}

function readAll(tables: Tables): void {
  const stream = tables.stream(EVERYTHING);
  while (stream.next().done !== true);
}

describe("[LIM1] a transaction reads", () => {
  test("32,000 documents at most", async () => {
    const database = await openDatabase(openMemoryStore());
    await fill(database, DOCUMENTS_READ_MAX, {});
    readAll(tablesOf(database));
    await fill(database, 1, {});
    expect(() => readAll(tablesOf(database))).toThrow(/Too many documents read.*32000/);
  });

  test("16 MiB at most", async () => {
    const database = await openDatabase(openMemoryStore());
    await fill(database, BYTES_READ_MAX / 2 ** 20, LARGE);
    readAll(tablesOf(database));
    await fill(database, 1, LARGE);
    expect(() => readAll(tablesOf(database))).toThrow(/Too many bytes read/);
  });

  test("4,096 ranges at most, of tables together", async () => {
    const database = await openDatabase(openMemoryStore());
    const tables = tablesOf(database);
    const ids = Array.from({ length: RANGES_READ_MAX }, () => tables.insert("goods", {}));
    const other = tables.insert("bads", {});
    for (const id of ids) tables.get("goods", id);
    expect(() => tables.get("bads", other)).toThrow(/Too many reads.*4096/);
  });

  test("one row as often as it likes, which is one range", async () => {
    const database = await openDatabase(openMemoryStore());
    const transaction = database.begin();
    const tables = transaction.tables("");
    const id = tables.insert("goods", {});
    repeat(3 * RANGES_READ_MAX, () => tables.get("goods", id));
    repeat(3 * RANGES_READ_MAX, () => readAll(tables));
    expect(transaction.usage.ranges).toBe(2);
    expect(transaction.readSet.ranges).toHaveLength(2);
  });
});

describe("[LIM2] a transaction writes", () => {
  test("16,000 documents at most, removals among them", async () => {
    const database = await openDatabase(openMemoryStore());
    const tables = tablesOf(database);
    const id = tables.insert("goods", {});
    repeat(DOCUMENTS_WRITTEN_MAX - 1, () => tables.insert("goods", {}));
    expect(() => tables.remove("goods", id)).toThrow(
      "Too many writes in a single function execution (limit: 16000)",
    );
  });

  test("16 MiB at most", async () => {
    const database = await openDatabase(openMemoryStore());
    const tables = tablesOf(database);
    repeat(BYTES_WRITTEN_MAX / 2 ** 20, () => tables.insert("goods", LARGE));
    expect(() => tables.insert("goods", LARGE)).toThrow(
      "Too many bytes written in a single function execution (limit: 16 MiB)",
    );
  });

  test("no document above 1 MiB", async () => {
    const tables = tablesOf(await openDatabase(openMemoryStore()));
    tables.insert("goods", LARGE);
    const text = "x".repeat(DOCUMENT_BYTES_MAX);
    expect(() => tables.insert("goods", { text })).toThrow(
      "Value is too large (1.00 MiB > maximum size 1 MiB)",
    );
  });
});

test("[LIM4] the backend's own rows count towards no limit", async () => {
  const database = await openDatabase(openMemoryStore());
  const transaction: Transaction = database.begin();
  const own = transaction.system("$backend");
  const id = own.insert("notes", {});
  repeat(RANGES_READ_MAX + 1, () => own.get("notes", id));
  repeat(BYTES_WRITTEN_MAX / 2 ** 20 + 1, () => own.patch("notes", id, LARGE));
  expect(transaction.usage).toMatchObject({ documentsWritten: 0, bytesWritten: 0, ranges: 0 });
});
