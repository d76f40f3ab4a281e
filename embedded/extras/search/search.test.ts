import type { JSONValue, Value } from "convex/values";
import { describe, expect, test } from "vitest";
import type { Commit, Database, ReadSet, Tables } from "../../contracts";
import { compareBytes } from "../../store/bytes";
import { openMemoryStore } from "../../store/memory";
import { openDatabase } from "../../database/database";
import { INDEX_KINDS } from "../indexKinds";
import { BLOCK_POSTINGS } from "./postings";
import { WORDS_MAX } from "./searchIndex";

const SCHEMA = {
  schemaValidation: false,
  tables: [
    {
      tableName: "goods",
      indexes: [],
      searchIndexes: [
        { indexDescriptor: "by_name", searchField: "name", filterFields: ["kind", "shop"] },
      ],
      documentType: { type: "any" },
    },
  ],
};

function search(text: string, equal: Record<string, JSONValue> = {}, limit?: number): JSONValue {
  const filters = [
    { type: "Search", fieldPath: "name", value: text },
    ...Object.entries(equal).map(([fieldPath, value]) => ({ type: "Eq", fieldPath, value })),
  ];
  return {
    source: { type: "Search", indexName: "goods.by_name", filters },
    operators: limit === undefined ? [] : [{ limit }],
  };
}

async function open(store = openMemoryStore()): Promise<Database> {
  const database = await openDatabase(store, { indexKinds: INDEX_KINDS });
  await database.applySchemas(new Map([["", SCHEMA]]));
  return database;
}

async function write<T>(database: Database, change: (tables: Tables) => T): Promise<T> {
  const transaction = database.begin();
  const result = change(transaction.tables(""));
  await database.commit(transaction).durable;
  return result;
}

function namesIn(tables: Tables, query: JSONValue): Value[] {
  return Array.from(
    { [Symbol.iterator]: () => tables.stream(query) },
    ({ document }) => document["name"] as Value,
  );
}

function find(database: Database, query: JSONValue): { names: Value[]; readSet: ReadSet } {
  const snapshot = database.pin();
  const transaction = database.beginAt(snapshot);
  const names = namesIn(transaction.tables(""), query);
  snapshot.release();
  return { names, readSet: transaction.readSet };
}

const insertAll = (
  database: Database,
  names: readonly string[],
  rest: Record<string, Value> = {},
) => write(database, (tables) => names.map((name) => tables.insert("goods", { name, ...rest })));

function touches(readSet: ReadSet, commit: Commit | undefined): boolean {
  return (commit?.writes ?? []).some(({ index, key }) =>
    readSet.ranges.some(
      (range) =>
        range.index === index &&
        compareBytes(key, range.from) >= 0 &&
        (range.to === undefined || compareBytes(key, range.to) < 0),
    ),
  );
}

describe("[SEARCH1] results come by relevance", () => {
  test("more, rarer and more frequent words in shorter texts rank first", async () => {
    const database = await open();
    await insertAll(database, [
      "rice",
      "salt rice",
      "rice rice salt oil",
      "salt",
      "salt sea salt pan flakes",
      "saffron rice and a very long text about the rest of it",
      "saffron",
    ]);
    expect(find(database, search("rice salt")).names[0]).toBe("salt rice");
    expect(find(database, search("rice")).names.slice(0, 2)).toEqual([
      "rice",
      "rice rice salt oil",
    ]);
    expect(find(database, search("saffron salt")).names[0]).toBe("saffron");
  });

  test("the newest of equal documents ranks first, also after a rewrite", async () => {
    const database = await open();
    const [first = ""] = await insertAll(database, ["rice a", "rice b", "rice c"]);
    await write(database, (tables) => tables.patch("goods", first, { name: "rice z" }));
    expect(find(database, search("rice")).names).toEqual(["rice c", "rice b", "rice z"]);
  });

  test("a whole word ranks before a prefix match", async () => {
    const database = await open();
    await insertAll(database, ["rice", "riceberry"]);
    expect(find(database, search("rice")).names).toEqual(["rice", "riceberry"]);
  });
});

describe("[SEARCH2] results of a search", () => {
  test("match any of its words, and only the last as a prefix", async () => {
    const database = await open();
    await insertAll(database, ["basmati rice", "rye bread", "ricotta", "oil"]);
    expect(find(database, search("ric ry")).names).toEqual(["rye bread"]);
    expect(find(database, search("bread RIC")).names).toHaveLength(3);
    expect(find(database, search("")).names).toEqual([]);
  });

  test("ignore words after the sixteenth", async () => {
    const database = await open();
    await insertAll(database, ["rice", "oil"]);
    const fifteen = Array.from({ length: 15 }, (_, at) => `w${at}`).join(" ");
    expect(find(database, search(`${fifteen} rice oil`)).names).toEqual(["rice"]);
  });

  test("match all of its filters, missing fields included, at most eight", async () => {
    const database = await open();
    await insertAll(database, ["rice a"], { kind: "food", shop: "x".repeat(5_000) });
    await insertAll(database, ["rice b"], { kind: "food" });
    await insertAll(database, ["rice c"], { kind: "toys" });
    expect(find(database, search("rice", { kind: "food" })).names).toEqual(["rice b", "rice a"]);
    expect(find(database, search("rice", { kind: "food", shop: "x".repeat(5_000) })).names).toEqual(
      ["rice a"],
    );
    const missing = search("rice", { kind: "food", shop: { $undefined: null } });
    expect(find(database, missing).names).toEqual(["rice b"]);
    const nine = JSON.parse(
      JSON.stringify(search("rice")).replace(
        '"filters":[',
        `"filters":[${'{"type":"Eq","fieldPath":"kind","value":"food"},'.repeat(9)}`,
      ),
    ) as JSONValue;
    expect(() => find(database, nine)).toThrow("too many filter conditions");
  });

  test("are at most 1,024; a larger request is an error", async () => {
    const database = await open();
    await insertAll(
      database,
      Array.from({ length: 1_100 }, (_, at) => `rice ${at}`),
    );
    expect(find(database, search("rice", {}, 1_024)).names).toHaveLength(1_024);
    expect(() => find(database, search("rice"))).toThrow("too many documents");
  });
});

test("[SEARCH3] a mutation finds its own writes; a snapshot finds only its own state", async () => {
  const database = await open();
  const [rice = "", oil = ""] = await insertAll(database, ["rice", "oil"]);
  const pinned = database.pin();
  const transaction = database.begin();
  const tables = transaction.tables("");
  tables.insert("goods", { name: "rice new" });
  tables.patch("goods", oil, { name: "rice oil" });
  tables.remove("goods", rice);
  expect(namesIn(tables, search("rice"))).toEqual(["rice new", "rice oil"]);
  const savepoint = transaction.savepoint();
  tables.insert("goods", { name: "rice undone" });
  savepoint.rollback();
  expect(namesIn(tables, search("rice"))).toHaveLength(2);
  await database.commit(transaction).durable;
  const before = database.beginAt(pinned).tables("");
  expect(namesIn(before, search("rice"))).toEqual(["rice"]);
  pinned.release();
  expect(find(database, search("rice")).names).toEqual(["rice new", "rice oil"]);
});

test("[SEARCH4] a commit invalidates a search only by its words and its first filter", async () => {
  const database = await open();
  const [rice = ""] = await insertAll(database, ["rice"], { kind: "food" });
  let commit: Commit | undefined;
  database.onCommit((its) => (commit = its));
  const { readSet } = find(database, search("oil ric", { kind: "food" }));
  const concerns = async (change: (tables: Tables) => unknown): Promise<boolean> => {
    await write(database, change);
    return touches(readSet, commit);
  };
  expect(await concerns((tables) => tables.insert("goods", { name: "salt", kind: "food" }))).toBe(
    false,
  );
  expect(await concerns((tables) => tables.insert("goods", { name: "rice", kind: "toys" }))).toBe(
    false,
  );
  expect(await concerns((tables) => tables.insert("goods", { name: "oily", kind: "food" }))).toBe(
    false,
  );
  expect(
    await concerns((tables) => tables.insert("goods", { name: "ricotta", kind: "food" })),
  ).toBe(true);
  // Found documents have all of their fields.
  expect(await concerns((tables) => tables.patch("goods", rice, { price: 2 }))).toBe(true);
  expect(await concerns((tables) => tables.patch("goods", rice, { kind: "toys" }))).toBe(true);
  expect(await concerns((tables) => tables.patch("goods", rice, { price: 3 }))).toBe(false);
  expect(await concerns((tables) => tables.patch("goods", rice, { kind: "food" }))).toBe(true);
  expect(await concerns((tables) => tables.remove("goods", rice))).toBe(true);
});

test("[SEARCH1] lists of many blocks are correct for any order of documents", async () => {
  const database = await open();
  const many = BLOCK_POSTINGS * 3;
  const ids = await insertAll(
    database,
    Array.from({ length: many }, () => "oil"),
    { kind: "a" },
  );
  const order = ids.map((id, at) => ({ id, rank: (at * 7_919) % many }));
  order.sort((a, b) => b.rank - a.rank);
  for (let start = 0; start < many; start += 200) {
    await write(database, (tables) => {
      for (const { id } of order.slice(start, start + 200))
        tables.patch("goods", id, { name: "rice", kind: `b${Number(id < "m")}` });
    });
  }
  const newest = ids.slice(-1_000).reverse();
  const snapshot = database.pin();
  const tables = database.beginAt(snapshot).tables("");
  const found = [...{ [Symbol.iterator]: () => tables.stream(search("rice", {}, 1_000)) }];
  expect(found.map(({ document }) => document["_id"])).toEqual(newest);
  expect(namesIn(tables, search("oil"))).toEqual([]);
  snapshot.release();
  await write(database, (all) => ids.forEach((id) => all.remove("goods", id)));
  expect(find(database, search("rice")).names).toEqual([]);
});

describe("[SEARCH6] a text with too many different words", () => {
  const textOf = (words: number) =>
    Array.from({ length: words }, (_, at) => `w${at.toString(36)}`).join(" ");

  test("is rejected, and leaves nothing of its document", async () => {
    const database = await open();
    const right = textOf(WORDS_MAX);
    await insertAll(database, [`${right} ${right}`]);
    await write(database, (tables) => {
      expect(() => tables.insert("goods", { name: textOf(WORDS_MAX + 1) })).toThrow(
        'The text in "name" has too many different words for the search index "by_name" (limit: 32768)',
      );
    });
    expect(await write(database, (tables) => tables.count("goods"))).toBe(1);
    expect(find(database, search("w9")).names).toHaveLength(1);
  });

  test("stays where it was stored before its index", async () => {
    const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
    const name = textOf(WORDS_MAX + 1);
    const [id = ""] = await insertAll(database, [name]);
    await database.applySchemas(new Map([["", SCHEMA]]));
    await write(database, (tables) => tables.patch("goods", id, { kind: "book" }));
    expect(find(database, search("w9", { kind: "book" })).names).toHaveLength(1);
    await expect(
      write(database, (tables) => tables.patch("goods", id, { name: textOf(WORDS_MAX + 2) })),
    ).rejects.toThrow("too many different words");
    await write(database, (tables) => tables.remove("goods", id));
    expect(find(database, search("w9")).names).toEqual([]);
  });
});
