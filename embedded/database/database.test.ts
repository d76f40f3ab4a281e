import type { JSONValue, Value } from "convex/values";
import { describe, expect, test } from "vitest";
import type { Commit, Database, ReadSet, StoredDocument, Tables } from "../contracts";
import { compareBytes } from "../store/bytes";
import { openMemoryStore } from "../store/memory";
import type { Store } from "../store/store";
import { openDatabase } from "./database";
import { newId } from "./ids";
import { INDEX_KINDS } from "../extras/indexKinds";

type Bound = { type: string; fieldPath: string; value: JSONValue };

function indexQuery(
  index: string,
  range: Bound[] = [],
  order: "asc" | "desc" = "asc",
  operators: JSONValue[] = [],
): JSONValue {
  return { source: { type: "IndexRange", indexName: index, range, order }, operators };
}

const SCHEMA = {
  schemaValidation: true,
  tables: [
    {
      tableName: "goods",
      indexes: [{ indexDescriptor: "by_kind_price", fields: ["kind", "price"] }],
      searchIndexes: [{ indexDescriptor: "by_name", searchField: "name", filterFields: ["kind"] }],
      documentType: {
        type: "object",
        value: {
          kind: { fieldType: { type: "string" }, optional: false },
          price: { fieldType: { type: "number" }, optional: false },
          name: { fieldType: { type: "string" }, optional: true },
        },
      },
    },
  ],
};

/** A store whose flushes the test completes or fails. */
function heldStore(): { store: Store; release: (failure?: Error) => void; waiting: () => number } {
  const inner = openMemoryStore();
  const held: ((failure?: Error) => void)[] = [];
  let holding = false;
  const store: Store = {
    ...inner,
    write: async (batch) => {
      if (holding)
        await new Promise<void>((resolve, reject) => held.push((e) => (e ? reject(e) : resolve())));
      holding = true;
      await inner.write(batch);
    },
  };
  return { store, release: (failure) => held.shift()?.(failure), waiting: () => held.length };
}

/** Completes all flushes until the promise settles. */
async function eventuallyReleased(
  settling: Promise<unknown>,
  release: () => void,
  waiting: () => number,
): Promise<void> {
  const ending = { isOver: false };
  void settling.then(() => (ending.isOver = true));
  while (!ending.isOver) {
    if (waiting() > 0) release();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function open(store: Store = openMemoryStore()): Promise<Database> {
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

function read<T>(database: Database, look: (tables: Tables) => T): T {
  const snapshot = database.pin();
  try {
    return look(database.beginAt(snapshot).tables(""));
  } finally {
    snapshot.release();
  }
}

function rows(tables: Tables, query: JSONValue): StoredDocument[] {
  return Array.from({ [Symbol.iterator]: () => tables.stream(query) }, ({ document }) => document);
}

const good = (kind: string, price: number, name?: string): Record<string, Value> => ({
  kind,
  price,
  ...(name !== undefined && { name }),
});

function touches(readSet: ReadSet, commit: Commit): boolean {
  return commit.writes.some(({ index, key }) =>
    readSet.ranges.some(
      (range) =>
        range.index === index &&
        compareBytes(key, range.from) >= 0 &&
        (range.to === undefined || compareBytes(key, range.to) < 0),
    ),
  );
}

describe("transactions", () => {
  test("reads back a committed document, with an id and a creation time", async () => {
    const database = await open();
    const id = await write(database, (tables) => tables.insert("goods", good("rice", 10)));
    const document = read(database, (tables) => tables.get("goods", id)?.document);
    expect(document).toMatchObject({ _id: id, kind: "rice", price: 10 });
    expect(document?.["_creationTime"]).toBeCloseTo(Date.now(), -4);
  });

  test("a transaction reads its own writes; others read them after the commit", async () => {
    const database = await open();
    const transaction = database.begin();
    transaction.tables("").insert("goods", good("rice", 10));
    expect(rows(transaction.tables(""), indexQuery("goods.by_kind_price"))).toHaveLength(1);
    expect(
      read(database, (tables) => rows(tables, indexQuery("goods.by_kind_price"))),
    ).toHaveLength(0);
    await database.commit(transaction).durable;
    expect(
      read(database, (tables) => rows(tables, indexQuery("goods.by_kind_price"))),
    ).toHaveLength(1);
  });

  test("rolls back to a savepoint and keeps earlier writes", async () => {
    const database = await open();
    await write(database, (tables) => tables.insert("goods", good("rice", 1)));
    const transaction = database.begin();
    const tables = transaction.tables("");
    tables.insert("goods", good("rice", 2));
    const savepoint = transaction.savepoint();
    tables.insert("goods", good("rice", 3));
    savepoint.rollback();
    await database.commit(transaction).durable;
    const prices = read(database, (now) =>
      rows(now, indexQuery("goods.by_kind_price")).map((row) => row["price"]),
    );
    expect(prices).toEqual([1, 2]);
  });

  test("patch removes fields set to undefined; replace keeps only the given fields", async () => {
    const database = await open();
    const id = await write(database, (tables) =>
      tables.insert("goods", good("rice", 1, "Basmati")),
    );
    await write(database, (tables) => tables.patch("goods", id, { name: undefined, price: 2 }));
    expect(read(database, (tables) => tables.get(undefined, id)?.document)).toEqual(
      expect.not.objectContaining({ name: expect.anything() as string }),
    );
    await write(database, (tables) => tables.replace("goods", id, good("oats", 3)));
    expect(read(database, (tables) => tables.get("goods", id)?.document)).toMatchObject({
      kind: "oats",
      price: 3,
    });
  });

  test("a snapshot does not change after later commits", async () => {
    const database = await open();
    const id = await write(database, (tables) => tables.insert("goods", good("rice", 1)));
    const snapshot = database.pin();
    await write(database, (tables) => tables.patch("goods", id, { price: 2 }));
    expect(database.beginAt(snapshot).tables("").get("goods", id)?.document).toMatchObject({
      price: 1,
    });
    snapshot.release();
  });

  test("an iterating query sees rows inserted ahead of its position", async () => {
    const database = await open();
    await write(database, (tables) =>
      [1, 2].map((price) => tables.insert("goods", good("rice", price))),
    );
    const tables = database.begin().tables("");
    const values: Value[] = [];
    const iterator = tables.stream(indexQuery("goods.by_kind_price"));
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      values.push(next.value.document["price"] ?? null);
      if (values.length === 1) tables.insert("goods", good("rice", 5));
    }
    expect(values).toEqual([1, 2, 5]);
  });

  test("rejects documents that do not match the schema, and system fields", async () => {
    const database = await open();
    const tables = database.begin().tables("");
    expect(() => tables.insert("goods", { kind: "rice" })).toThrow(
      "missing the required field `price`",
    );
    expect(() => tables.insert("goods", { ...good("rice", 1), extra: 1 })).toThrow(
      "extra field `extra`",
    );
    expect(() => tables.insert("goods", { ...good("rice", 1), _id: "x" })).toThrow("underscore");
    expect(() => tables.insert("_storage", { size: 1 })).toThrow("system table");
  });
});

describe("durability", () => {
  test("[DUR2] shows a commit to the next transaction at once, to queries and listeners after the flush", async () => {
    const { store, release } = heldStore();
    const database = await openDatabase(store, { indexKinds: INDEX_KINDS });
    const heard: Commit[] = [];
    database.onCommit((commit) => heard.push(commit));
    const transaction = database.begin();
    const id = transaction.tables("").insert("goods", good("rice", 1));
    const receipt = database.commit(transaction);

    expect(database.begin().tables("").get("goods", id)?.document).toMatchObject({ price: 1 });
    expect(read(database, (tables) => tables.get("goods", id))).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(heard).toEqual([]);

    release();
    await receipt.durable;
    expect(heard.map(({ ts }) => ts)).toEqual([receipt.ts]);
    expect(read(database, (tables) => tables.get("goods", id)?.document)).toMatchObject({
      price: 1,
    });
  });

  test("a transaction reads its begin snapshot, despite later commits and flushes", async () => {
    const { store, release, waiting } = heldStore();
    const opening = open(store);
    await eventuallyReleased(opening, release, waiting);
    const database = await opening;
    const kinds = (tables: Tables) =>
      tables
        .page(indexQuery("goods.by_kind_price"), { cursor: null, endCursor: null, pageSize: 10 })
        .page.map(({ document }) => document["kind"]);
    const add = (kind: string) => {
      const transaction = database.begin();
      transaction.tables("").insert("goods", { kind, price: 1 });
      return database.commit(transaction).durable;
    };
    const first = add("first");
    const began = database.begin();
    expect(kinds(began.tables(""))).toEqual(["first"]);
    const second = add("second");
    expect(kinds(began.tables(""))).toEqual(["first"]);
    await eventuallyReleased(Promise.all([first, second]), release, waiting);
    expect(kinds(began.tables(""))).toEqual(["first"]);
    database.discard(began);
    const next = database.begin();
    expect(kinds(next.tables(""))).toEqual(["first", "second"]);
    database.discard(next);
  });

  test("groups commits that arrive during a flush, in order", async () => {
    const { store, release, waiting } = heldStore();
    const database = await openDatabase(store, { indexKinds: INDEX_KINDS });
    const heard: number[] = [];
    database.onCommit((commit) => heard.push(commit.ts));
    const commit = (price: number) => {
      const transaction = database.begin();
      transaction.tables("").insert("goods", good("rice", price));
      return database.commit(transaction);
    };
    const first = commit(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    const later = [commit(2), commit(3), commit(4)];
    release();
    await first.durable;
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(waiting()).toBe(1);
    release();
    await Promise.all(later.map(({ durable }) => durable));
    expect(heard).toEqual([first, ...later].map(({ ts }) => ts));
    expect(read(database, (tables) => tables.count("goods"))).toBe(4);
  });

  test("[DUR5] acknowledges nothing after a failed flush, reads included", async () => {
    const { store, release } = heldStore();
    const database = await openDatabase(store, { indexKinds: INDEX_KINDS });
    const order: string[] = [];
    void database.failed.then(() => order.push("told"));
    const commit = () => {
      const transaction = database.begin();
      transaction.tables("").insert("goods", good("rice", 1));
      return database.commit(transaction);
    };
    const failing = commit();
    failing.durable.catch(() => order.push("refused"));
    const onlyRead = database.commit(database.begin());
    await new Promise((resolve) => setTimeout(resolve, 1));
    release(new Error("disk full"));
    await expect(failing.durable).rejects.toThrow("The store failed");
    await expect(onlyRead.durable).rejects.toThrow("The store failed");
    expect(commit).toThrow("The store failed");
    expect(order).toEqual(["told", "refused"]);
  });

  test("[TX3] increases timestamps across reopening, whatever the clock says", async () => {
    const store = openMemoryStore();
    const late = await openDatabase(store, { clock: () => 2_000_000_000_000 });
    const early = await openDatabase(store, { clock: () => 1_000_000_000_000 });
    expect(early.durableTs).toBeGreaterThan(late.durableTs);
  });

  test("[TX4] orders creation times by insertion, whatever the clock says", async () => {
    let now = 2_000_000_000_000;
    const database = await openDatabase(openMemoryStore(), { clock: () => now });
    const insertTen = (from: number) =>
      write(database, (tables) => {
        for (let at = from; at < from + 10; at++) tables.insert("goods", good("rice", at));
      });
    await insertTen(0);
    now -= 3_600_000;
    await insertTen(10);
    const inOrder = read(database, (tables) => rows(tables, indexQuery("goods.by_creation_time")));
    expect(inOrder.map(({ price }) => price)).toEqual(Array.from({ length: 20 }, (_, at) => at));
  });
});

describe("index ranges", () => {
  const kinds = ["a", "b", "c"];
  const prices = [1, 2, 3, 4];

  test("every combination of bounds equals a plain filter, in both orders", async () => {
    const database = await open();
    await write(database, (tables) => {
      for (const kind of kinds)
        for (const price of [...prices].reverse()) tables.insert("goods", good(kind, price));
    });
    const all = read(database, (tables) => rows(tables, indexQuery("goods.by_kind_price")));
    const lower: [string, (p: number, b: number) => boolean][] = [
      ["Gt", (p, b) => p > b],
      ["Gte", (p, b) => p >= b],
    ];
    const upper: [string, (p: number, b: number) => boolean][] = [
      ["Lt", (p, b) => p < b],
      ["Lte", (p, b) => p <= b],
    ];
    let compared = 0;
    for (const [low, isAbove] of lower) {
      for (const [high, isBelow] of upper) {
        for (const from of prices) {
          for (const to of prices) {
            for (const order of ["asc", "desc"] as const) {
              const range = [
                { type: "Eq", fieldPath: "kind", value: "b" },
                { type: low, fieldPath: "price", value: from },
                { type: high, fieldPath: "price", value: to },
              ];
              const expected = all.filter(
                (row) =>
                  row["kind"] === "b" &&
                  isAbove(row["price"] as number, from) &&
                  isBelow(row["price"] as number, to),
              );
              const found = read(database, (tables) =>
                rows(tables, indexQuery("goods.by_kind_price", range, order)),
              );
              expect(found).toEqual(order === "asc" ? expected : expected.reverse());
              compared += 1;
            }
          }
        }
      }
    }
    expect(compared).toBe(128);
  });

  test("rejects fields out of the index's order", async () => {
    const database = await open();
    const query = indexQuery("goods.by_kind_price", [{ type: "Eq", fieldPath: "price", value: 1 }]);
    expect(() => read(database, (tables) => rows(tables, query))).toThrow(
      "didn't use the index fields in order",
    );
  });
});

describe("read sets", () => {
  async function commitOf(
    database: Database,
    change: (tables: Tables) => unknown,
  ): Promise<Commit> {
    const heard: Commit[] = [];
    const stop = database.onCommit((commit) => heard.push(commit));
    await write(database, change);
    stop();
    return heard[0]!;
  }

  function readSetOf(database: Database, look: (tables: Tables) => unknown): ReadSet {
    const snapshot = database.pin();
    const transaction = database.beginAt(snapshot);
    look(transaction.tables(""));
    snapshot.release();
    return transaction.readSet;
  }

  const kindIs = (kind: string) => [{ type: "Eq", fieldPath: "kind", value: kind }];

  test("an empty range conflicts with an insert into it, not with one beside it", async () => {
    const database = await open();
    const readSet = readSetOf(database, (tables) =>
      rows(tables, indexQuery("goods.by_kind_price", kindIs("rice"))),
    );
    expect(
      touches(readSet, await commitOf(database, (t) => t.insert("goods", good("ricf", 1)))),
    ).toBe(false);
    expect(
      touches(readSet, await commitOf(database, (t) => t.insert("goods", good("rice", 1)))),
    ).toBe(true);
  });

  test("a look-up conflicts with insert, change and deletion of its document, also a missing one", async () => {
    const database = await open();
    const id = await write(database, (tables) => tables.insert("goods", good("rice", 1)));
    const readSet = readSetOf(database, (tables) => tables.get("goods", id));
    expect(
      touches(readSet, await commitOf(database, (t) => t.insert("goods", good("rice", 1)))),
    ).toBe(false);
    expect(
      touches(readSet, await commitOf(database, (t) => t.patch("goods", id, { price: 2 }))),
    ).toBe(true);
    expect(touches(readSet, await commitOf(database, (t) => t.remove("goods", id)))).toBe(true);
    expect(
      touches(readSet, await commitOf(database, (t) => t.insert("goods", good("rice", 1)))),
    ).toBe(false);
  });

  test.each(["asc", "desc"] as const)(
    "a query that stopped early (%s) depends only on the rows that it read",
    async (order) => {
      const database = await open();
      await write(database, (tables) =>
        [10, 20, 30].map((price) => tables.insert("goods", good("rice", price))),
      );
      const readSet = readSetOf(database, (tables) =>
        rows(tables, indexQuery("goods.by_kind_price", kindIs("rice"), order, [{ limit: 1 }])),
      );
      const near = order === "asc" ? 5 : 35;
      const far = order === "asc" ? 15 : 25;
      expect(
        touches(readSet, await commitOf(database, (t) => t.insert("goods", good("rice", far)))),
      ).toBe(false);
      expect(
        touches(readSet, await commitOf(database, (t) => t.insert("goods", good("rice", near)))),
      ).toBe(true);
    },
  );

  test("a document that moves out of a range conflicts with it", async () => {
    const database = await open();
    const id = await write(database, (tables) => tables.insert("goods", good("rice", 1)));
    const readSet = readSetOf(database, (tables) =>
      rows(tables, indexQuery("goods.by_kind_price", kindIs("rice"))),
    );
    expect(
      touches(readSet, await commitOf(database, (t) => t.patch("goods", id, { kind: "oats" }))),
    ).toBe(true);
  });
});

describe("[IDX3] values too long for a key", () => {
  // All share a prefix longer than an index key; their hashes are unordered.
  const kinds = Array.from(
    { length: 12 },
    (_, at) => "k".repeat(1_900) + String.fromCharCode(97 + at),
  );

  async function filled(): Promise<Database> {
    const database = await open();
    for (const kind of [...kinds].reverse()) {
      await write(database, (tables) => tables.insert("goods", good(kind, 1)));
    }
    await write(database, (tables) => tables.insert("goods", good("k", 1)));
    return database;
  }
  const kindsOf = (documents: readonly StoredDocument[]) => documents.map(({ kind }) => kind);

  test("are found", async () => {
    const database = await filled();
    for (const kind of kinds) {
      const range = [{ type: "Eq", fieldPath: "kind", value: kind }];
      const query = indexQuery("goods.by_kind_price", range);
      expect(read(database, (tables) => rows(tables, query))).toHaveLength(1);
    }
  });

  test.each(["asc", "desc"] as const)("are ordered and paged (%s)", async (order) => {
    const database = await filled();
    const query = indexQuery("goods.by_kind_price", [], order);
    const expected = ["k", ...kinds];
    if (order === "desc") expected.reverse();
    expect(kindsOf(read(database, (tables) => rows(tables, query)))).toEqual(expected);
    const paged: (Value | undefined)[] = [];
    for (let cursor: string | null = null, done = false; !done;) {
      const page = read(database, (tables) => tables.page(query, { cursor, pageSize: 5 }));
      paged.push(...kindsOf(page.page.map(({ document }) => document)));
      [cursor, done] = [page.continueCursor, page.isDone];
    }
    expect(paged).toEqual(expected);
  });
});

describe("pagination", () => {
  const byPrice = indexQuery("goods.by_kind_price", [], "desc");

  test("consecutive pages have no gap and no duplicate", async () => {
    const database = await open();
    await write(database, (tables) =>
      Array.from({ length: 25 }, (_, price) => tables.insert("goods", good("rice", price))),
    );
    const values: Value[] = [];
    let cursor: string | null = null;
    for (let done = false; !done;) {
      const page = read(database, (tables) => tables.page(byPrice, { cursor, pageSize: 10 }));
      values.push(...page.page.map(({ document }) => document["price"] ?? null));
      cursor = page.continueCursor;
      done = page.isDone;
    }
    expect(values).toEqual(Array.from({ length: 25 }, (_, at) => 24 - at));
  });

  test("a page re-read up to its end cursor includes new rows, and the next page does not repeat them", async () => {
    const database = await open();
    await write(database, (tables) =>
      [10, 20, 30, 40].map((price) => tables.insert("goods", good("rice", price))),
    );
    const first = read(database, (tables) => tables.page(byPrice, { cursor: null, pageSize: 2 }));
    await write(database, (tables) => tables.insert("goods", good("rice", 35)));
    const again = read(database, (tables) =>
      tables.page(byPrice, { cursor: null, endCursor: first.continueCursor, pageSize: 2 }),
    );
    expect(again.page.map(({ document }) => document["price"])).toEqual([40, 35, 30]);
    expect(again.continueCursor).toBe(first.continueCursor);
    const next = read(database, (tables) =>
      tables.page(byPrice, { cursor: again.continueCursor, pageSize: 2 }),
    );
    expect(next.page.map(({ document }) => document["price"])).toEqual([20, 10]);
  });

  test("rejects another query's cursor with InvalidCursor", async () => {
    const database = await open();
    await write(database, (tables) =>
      [1, 2].map((price) => tables.insert("goods", good("rice", price))),
    );
    const { continueCursor } = read(database, (tables) =>
      tables.page(byPrice, { cursor: null, pageSize: 1 }),
    );
    const other = indexQuery("goods.by_kind_price", [], "asc");
    expect(() =>
      read(database, (tables) => tables.page(other, { cursor: continueCursor, pageSize: 1 })),
    ).toThrow(/^InvalidCursor/);
  });

  test("rows that a filter drops count towards maximumRowsRead", async () => {
    const database = await open();
    await write(database, (tables) =>
      Array.from({ length: 10 }, (_, price) => tables.insert("goods", good("rice", price))),
    );
    const never = indexQuery("goods.by_kind_price", [], "asc", [
      { filter: { $eq: [{ $field: "kind" }, { $literal: "none" }] } },
    ]);
    const page = read(database, (tables) =>
      tables.page(never, { cursor: null, pageSize: 5, maximumRowsRead: 4 }),
    );
    expect(page).toMatchObject({ page: [], isDone: false });
  });
});

describe("search", () => {
  const search = (text: string, kind?: string): JSONValue => ({
    source: {
      type: "Search",
      indexName: "goods.by_name",
      filters: [
        { type: "Search", fieldPath: "name", value: text },
        ...(kind === undefined ? [] : [{ type: "Eq", fieldPath: "kind", value: kind }]),
      ],
    },
    operators: [],
  });

  test("finds words in any case, the last as a prefix, best match first", async () => {
    const database = await open();
    await write(database, (tables) => {
      tables.insert("goods", good("food", 1, "Basmati rice"));
      tables.insert("goods", good("food", 2, "Rice flour"));
      tables.insert("goods", good("toys", 3, "Rice cooker, toy"));
    });
    const names = (query: JSONValue) =>
      read(database, (tables) => rows(tables, query).map((row) => row["name"]));
    expect(names(search("RICE fl"))[0]).toBe("Rice flour");
    expect(names(search("basm"))).toEqual(["Basmati rice"]);
    expect(names(search("basm rice"))).not.toContain("nothing");
    expect(names(search("rice", "toys"))).toEqual(["Rice cooker, toy"]);
    expect(names(search("lentils"))).toEqual([]);
  });
});

test("Convex's own tables have their indexes before their first row, others only once they are there", async () => {
  const database = await open();
  const found = (index: string) => read(database, (tables) => rows(tables, indexQuery(index)));
  for (const table of ["_storage", "_scheduled_functions"])
    for (const index of ["by_creation_time", "by_id"])
      expect(found(`${table}.${index}`)).toEqual([]);
  expect(() => found("_storage.by_size")).toThrow("not found");
  expect(() => found("nobodys.by_creation_time")).toThrow("not found");
});

test("a new index includes existing documents", async () => {
  const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
  await write(database, (tables) =>
    [3, 1, 2].map((price) => tables.insert("goods", good("rice", price))),
  );
  await database.applySchemas(new Map([["", SCHEMA]]));
  const prices = read(database, (tables) =>
    rows(tables, indexQuery("goods.by_kind_price")).map((row) => row["price"]),
  );
  expect(prices).toEqual([1, 2, 3]);
});

test("rejects a schema that a document does not match, and changes nothing", async () => {
  const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
  await write(database, (tables) => tables.insert("goods", { kind: 1 }));
  await expect(async () => database.applySchemas(new Map([["", SCHEMA]]))).rejects.toThrow(
    "does not match the schema",
  );
  expect(() => read(database, (tables) => rows(tables, indexQuery("goods.by_kind_price")))).toThrow(
    "not found",
  );
});

describe("[SCHEMA2] tables and indexes that a schema no longer names", () => {
  const misfit = { kind: 1 };

  test("is no longer checked", async () => {
    const database = await open();
    await database.applySchemas(new Map([["", { schemaValidation: true, tables: [] }]]));
    await write(database, (tables) => tables.insert("goods", misfit));
  });

  test("is no longer checked without a schema, and has no index", async () => {
    const database = await open();
    await database.applySchemas(new Map([["", null]]));
    await write(database, (tables) => tables.insert("goods", misfit));
    expect(() =>
      read(database, (tables) => rows(tables, indexQuery("goods.by_kind_price"))),
    ).toThrow("not found");
  });
});

test("[SCHEMA3] a snapshot keeps the indexes that it was taken with", async () => {
  const { store, release } = heldStore();
  const database = await openDatabase(store, { indexKinds: INDEX_KINDS });
  const freely = () => {
    const timer = setInterval(() => release(), 1);
    return () => clearInterval(timer);
  };
  const stop = freely();
  await database.applySchemas(new Map([["", SCHEMA]]));
  await write(database, (tables) =>
    [3, 1, 2].map((at) => tables.insert("goods", good("rice", at))),
  );
  stop();
  const [table] = SCHEMA.tables;
  const indexes = [{ indexDescriptor: "by_kind_price", fields: ["price"] }];
  const applying = database.applySchemas(
    new Map([["", { ...SCHEMA, tables: [{ ...table, indexes }] }]]),
  );
  const pinned = database.pin();
  const byKind = indexQuery("goods.by_kind_price", [
    { type: "Eq", fieldPath: "kind", value: "rice" },
  ]);
  const found = () => rows(database.beginAt(pinned).tables(""), byKind).map(({ price }) => price);
  expect(found()).toEqual([1, 2, 3]);
  const stopAgain = freely();
  await applying;
  stopAgain();
  expect(found()).toEqual([1, 2, 3]);
  const byPrice = indexQuery("goods.by_kind_price", [
    { type: "Gte", fieldPath: "price", value: 2 },
  ]);
  expect(read(database, (tables) => rows(tables, byPrice))).toHaveLength(2);
});

test("[SCHEMA1] one component's mismatch leaves the other components' schemas unchanged", async () => {
  const database = await openDatabase(openMemoryStore(), { indexKinds: INDEX_KINDS });
  const transaction = database.begin();
  transaction.tables("child").insert("goods", { kind: 1 });
  await database.commit(transaction).durable;
  const schemas = new Map([
    ["", SCHEMA],
    ["child", SCHEMA],
  ]);
  await expect(database.applySchemas(schemas)).rejects.toThrow("does not match the schema");
  await write(database, (tables) => tables.insert("goods", { kind: 1 }));
});

describe("[VAL4] an id", () => {
  const foreign = newId(9_999);

  test("of a table that is not there is nobody's to `get`, and no id to writes", async () => {
    const database = await openDatabase(openMemoryStore());
    const transaction = database.begin();
    const tables = transaction.tables("");
    expect(tables.get(undefined, foreign)).toBeNull();
    for (const write of [
      () => tables.remove(undefined, foreign),
      () => tables.patch(undefined, foreign, {}),
    ])
      expect(write).toThrow("Unable to decode ID");
    database.discard(transaction);
    await database.close();
  });

  test("that is none, or of another table than the named one, is an error in Convex's words", async () => {
    const database = await openDatabase(openMemoryStore());
    const transaction = database.begin();
    const tables = transaction.tables("");
    const id = tables.insert("goods", { kind: "rice" });
    const argument = (method: string) => `Invalid argument \`id\` for \`db.${method}\`: `;
    expect(() => tables.get(undefined, "rice")).toThrow(`${argument("get")}Unable to decode ID: `);
    expect(() => tables.replace("shops", id, {})).toThrow(
      `${argument("replace")}expected to be an Id<"shops">, got Id<"goods"> instead.`,
    );
    tables.remove("goods", id);
    expect(tables.get("goods", id)).toBeNull();
    expect(() => tables.remove("goods", id)).toThrow(`Delete on nonexistent document ID ${id}`);
    expect(() => tables.patch("goods", id, {})).toThrow(`Update on nonexistent document ID ${id}`);
    expect(() => tables.replace("goods", id, {})).toThrow(
      `Replace on nonexistent document ID ${id}`,
    );
    database.discard(transaction);
    await database.close();
  });
});
