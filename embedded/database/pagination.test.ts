/**
 * Hostile cursors. Two tenants keep goods in one table, and each reads its own range: whatever a cursor
 * says, with or without its seal, no page of one has a row of the other.
 */
import { randomBytes } from "node:crypto";
import type { JSONValue } from "convex/values";
import { describe, expect, test } from "vitest";
import type { Database, PageRequest, QueryPage, Tables } from "../contracts";
import type { Sealing } from "../sealedText";
import { openMemoryStore } from "../store/memory";
import { openDatabase } from "./database";
import { INDEX_KINDS } from "../extras/indexKinds";
import { encodeValues } from "./keys";
import { InvalidCursorError } from "./pagination";

const SCHEMA: JSONValue = {
  schemaValidation: false,
  tables: [
    {
      tableName: "goods",
      indexes: [
        { indexDescriptor: "by_owner", fields: ["owner", "price"] },
        { indexDescriptor: "by_price", fields: ["price"] },
      ],
      searchIndexes: [{ indexDescriptor: "by_text", searchField: "text", filterFields: ["owner"] }],
      vectorIndexes: [],
      documentType: { type: "any" },
    },
  ],
};
const OWNERS = ["asha", "bina", "chand"] as const;
type Owner = (typeof OWNERS)[number];
const ROWS = 9;

interface Query {
  readonly name: string;
  readonly of: (owner: Owner) => JSONValue;
}

const eq = (fieldPath: string, value: JSONValue) => ({ type: "Eq", fieldPath, value });
const range = (order: "asc" | "desc", more: readonly JSONValue[] = []) => ({
  name: `range ${order} ${more.length}`,
  of: (owner: Owner): JSONValue => ({
    source: {
      type: "IndexRange",
      indexName: "goods.by_owner",
      range: [eq("owner", owner), ...more],
      order,
    },
    operators: [],
  }),
});
const BOUNDS = [
  { type: "Gte", fieldPath: "price", value: 2 },
  { type: "Lt", fieldPath: "price", value: 7 },
];
const filtered: Query = {
  name: "filtered",
  of: (owner) => ({
    source: { type: "IndexRange", indexName: "goods.by_price", range: [], order: "asc" },
    operators: [{ filter: { $eq: [{ $field: "owner" }, { $literal: owner }] } }],
  }),
};
const searched: Query = {
  name: "searched",
  of: (owner) => ({
    source: {
      type: "Search",
      indexName: "goods.by_text",
      filters: [{ type: "Search", fieldPath: "text", value: "lamp" }, eq("owner", owner)],
    },
    operators: [],
  }),
};
const QUERIES: readonly Query[] = [
  range("asc"),
  range("desc"),
  range("asc", BOUNDS),
  range("desc", BOUNDS),
  filtered,
  searched,
];

async function filled(cursorSealing?: Sealing, store = openMemoryStore()): Promise<Database> {
  const database = await openDatabase(store, {
    indexKinds: INDEX_KINDS,
    ...(cursorSealing && { cursorSealing }),
  });
  await database.applySchemas(new Map([["", SCHEMA]]));
  const transaction = database.begin();
  const tables = transaction.tables("");
  for (let price = 0; price < ROWS; price += 1)
    for (const owner of OWNERS) tables.insert("goods", { owner, price, text: `lamp ${owner}` });
  await database.commit(transaction).durable;
  return database;
}

function read<T>(database: Database, look: (tables: Tables) => T, component = ""): T {
  const snapshot = database.pin();
  const transaction = database.beginAt(snapshot);
  try {
    const result = look(transaction.tables(component));
    // A range whose end precedes its start would match nothing or everything.
    for (const { from, to } of transaction.readSet.ranges)
      if (to !== undefined) expect(Buffer.compare(from, to)).toBeLessThanOrEqual(0);
    return result;
  } finally {
    snapshot.release();
  }
}

const FIRST: PageRequest = { cursor: null, pageSize: 3 };

function pageOf(database: Database, query: JSONValue, request: Partial<PageRequest>): QueryPage {
  return read(database, (tables) => tables.page(query, { ...FIRST, ...request }));
}

/** Returns the owners of a page's rows, or "refused" for a rejected cursor. */
function ownersIn(database: Database, query: JSONValue, request: Partial<PageRequest>): string[] {
  try {
    const { page } = pageOf(database, query, request);
    return [...new Set(page.map(({ document }) => document["owner"] as string))];
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    return ["refused"];
  }
}

/** The content of cursors before sealing. */
const legacy = (mark: string, key: string) => `${mark}.after.${key}`;

function flipped(text: string, at: number, bit: number): string {
  const bytes = Buffer.from(text, "latin1");
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return bytes.toString("latin1");
}

/** Makes invalid cursors from a valid one. */
function forgeriesOf(own: string): string[] {
  const bytes = Buffer.from(own, "base64url");
  const changedBytes = Array.from(bytes, (_, at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    return changed.toString("base64url");
  });
  const changedText = Array.from(own, (_, at) => flipped(own, at, at % 7));
  const cut = Array.from(own, (_, length) => own.slice(0, length));
  return [
    ...changedBytes,
    ...changedText,
    ...cut,
    ...[`${own}A`, `${own}=`, ` ${own}`, `${own}\n`, own + own, own.toUpperCase()],
    ...[
      "",
      ".",
      "end",
      "null",
      "[]",
      "__8",
      "AA",
      "AAAA",
      "\u0000",
      "💡",
      "%2e%2e",
      "-".repeat(64),
    ],
    ...[legacy("", ""), legacy(own.slice(0, 8), "AA"), legacy(own.slice(0, 8), "__8")],
    ...[28, 29, 64].map((length) => randomBytes(length).toString("base64url")),
    "A".repeat(4 * 2 ** 20),
  ];
}

describe("a cursor", () => {
  test("[PAGE2] continues where its page ended, up to the last row", async () => {
    const database = await filled();
    for (const { name, of } of QUERIES) {
      const query = of("chand");
      const texts = (page: QueryPage) => page.page.map(({ text }) => text);
      const whole = texts(pageOf(database, query, { pageSize: 1_000 }));
      const names: string[] = [];
      let next = pageOf(database, query, { pageSize: 2 });
      while (!next.isDone && names.length <= ROWS) {
        names.push(...texts(next));
        next = pageOf(database, query, { pageSize: 2, cursor: next.continueCursor });
      }
      expect([...names, ...texts(next)], name).toEqual(whole);
      expect(whole.length).toBeGreaterThan(4);
    }
  });

  test("[PAGE2] is rejected as start and as end when forged, changed or truncated", async () => {
    const database = await filled();
    let refused = 0;
    for (const { of } of QUERIES) {
      const query = of("bina");
      const own = pageOf(database, query, {}).continueCursor;
      for (const forged of forgeriesOf(own).filter((each) => each !== own)) {
        for (const request of [{ cursor: forged }, { endCursor: forged }]) {
          expect(ownersIn(database, query, request), `${forged} instead of ${own}`).toEqual([
            "refused",
          ]);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(1_000);
  });

  test("[PAGE2] is rejected for another tenant, query, order, component or data folder", async () => {
    const [database, elsewhere] = [await filled(), await filled()];
    const query = range("asc").of("bina");
    const foreign = [
      ...QUERIES.flatMap(({ of }) => OWNERS.map((owner) => of(owner)))
        .filter((other) => JSON.stringify(other) !== JSON.stringify(query))
        .map((other) => pageOf(database, other, {}).continueCursor),
      pageOf(elsewhere, query, {}).continueCursor,
      read(database, (tables) => tables.page(query, FIRST)).continueCursor.slice(1),
    ];
    for (const cursor of foreign) {
      expect(ownersIn(database, query, { cursor })).toEqual(["refused"]);
      expect(ownersIn(database, query, { endCursor: cursor })).toEqual(["refused"]);
    }
    await database.applySchemas(
      new Map([
        ["", SCHEMA],
        ["shop", SCHEMA],
      ]),
    );
    const { continueCursor: cursor } = pageOf(database, query, {});
    expect(() =>
      read(database, (tables) => tables.page(query, { ...FIRST, cursor }), "shop"),
    ).toThrow(InvalidCursorError);
  });

  test("[PAGE2] is the same text for the same position, and reveals nothing about its row", async () => {
    const database = await filled();
    for (const { of } of QUERIES) {
      const [one, again] = [1, 2].map(() => pageOf(database, of("asha"), {}).continueCursor);
      expect(one).toBe(again);
      const bytes = Buffer.from(one ?? "", "base64url");
      expect(bytes.includes("asha")).toBe(false);
      expect(pageOf(database, of("asha"), { pageSize: 4 }).continueCursor).not.toBe(one);
    }
  });

  test("[PAGE2] is valid after a restart, and invalid after the secret is lost", async () => {
    const store = openMemoryStore();
    const query = range("asc").of("asha");
    const first = pageOf(await filled(undefined, store), query, {});
    const restarted = await openDatabase(store, { indexKinds: INDEX_KINDS });
    const { page } = pageOf(restarted, query, { cursor: first.continueCursor });
    expect(page.map(({ document }) => document["price"])).toEqual([3, 4, 5]);
    await store.write([{ key: Uint8Array.of(0, 3) }]);
    const other = await openDatabase(store, { indexKinds: INDEX_KINDS });
    expect(ownersIn(other, query, { cursor: first.continueCursor })).toEqual(["refused"]);
  });
});

describe("a page", () => {
  const texts = ({ page }: QueryPage) => page.map(({ text }) => text);

  test("returns a split cursor when it has grown beyond twice its size", async () => {
    const database = await filled();
    for (const order of ["asc", "desc"] as const) {
      const query = range(order).of("bina");
      const whole = pageOf(database, query, { pageSize: 7 });
      const endCursor = whole.continueCursor;
      expect(pageOf(database, query, { pageSize: 4, endCursor })).not.toHaveProperty("splitCursor");
      const grown = pageOf(database, query, { pageSize: 3, endCursor });
      expect(grown).toMatchObject({ pageStatus: "SplitRecommended" });
      const middle = grown.splitCursor ?? null;
      const halves = [{ endCursor: middle }, { cursor: middle, endCursor }].map((half) =>
        texts(pageOf(database, query, half)),
      );
      expect(halves.map(({ length }) => length)).toEqual([4, 3]);
      expect(halves.flat()).toEqual(texts(whole));
    }
  });

  test("ends after the row that reaches its limit of bytes", async () => {
    const database = await filled();
    const request = { pageSize: 1_000, maximumBytesRead: 1 };
    const { page, isDone } = pageOf(database, range("asc").of("bina"), request);
    expect([page.length, isDone]).toEqual([1, false]);
  });

  test.each([
    // Above three quarters of what it may read a split is recommended; a page that is not full by then needs one.
    [{ pageSize: 3, maximumRowsRead: 4 }, 3, null],
    [{ pageSize: 3, maximumRowsRead: 3 }, 3, "SplitRecommended"],
    [{ pageSize: 7, maximumRowsRead: 9 }, 7, "SplitRecommended"],
    [{ pageSize: 7, maximumRowsRead: 3 }, 3, "SplitRequired"],
    [{ pageSize: 7, maximumRowsRead: 1 }, 1, "SplitRequired"],
    [{ pageSize: 7, maximumBytesRead: 1 }, 1, "SplitRequired"],
    [{ pageSize: 1, maximumBytesRead: 1 }, 1, "SplitRecommended"],
    [{ pageSize: 7, maximumBytesRead: 10_000 }, 7, null],
  ] as const)("[PAGE6] of %j has %i rows and the status %s", async (request, rows, status) => {
    const page = pageOf(await filled(), range("asc").of("bina"), request);
    expect([page.page.length, page.pageStatus ?? null, page.isDone]).toEqual([rows, status, false]);
    // Of fewer than three rows there is no middle.
    expect(page.splitCursor !== undefined).toBe(status !== null && rows > 2);
  });

  test("[PAGE6] counts rows that a filter drops, and splits between them", async () => {
    const database = await filled();
    const query = filtered.of("bina");
    const cut = pageOf(database, query, { pageSize: 100, maximumRowsRead: 9 });
    expect(cut).toMatchObject({ pageStatus: "SplitRequired", isDone: false });
    const middle = cut.splitCursor ?? null;
    expect(middle).not.toBeNull();
    const endCursor = cut.continueCursor;
    const halves = [{ endCursor: middle }, { cursor: middle, endCursor }];
    expect(halves.flatMap((half) => texts(pageOf(database, query, half)))).toEqual(texts(cut));
  });

  test("[PAGE6] whose end is known is read to it, whatever it may read", async () => {
    const database = await filled();
    const query = range("asc").of("bina");
    const endCursor = pageOf(database, query, { pageSize: 7 }).continueCursor;
    const page = pageOf(database, query, { pageSize: 7, endCursor, maximumRowsRead: 2 });
    expect([page.page.length, page.pageStatus]).toEqual([7, "SplitRecommended"]);
  });

  test("[PAGE5] asks to be split where the transaction's limits end it", async () => {
    const database = await filled();
    const query = range("asc").of("bina");
    const whole = pageOf(database, query, { pageSize: 7 });
    const cutPage = (budget: { documentsRead: number }, request: Partial<PageRequest>) => {
      const snapshot = database.pin();
      const transaction = database.beginAt(snapshot);
      transaction.lowerLimits(budget);
      try {
        return transaction.tables("").page(query, { ...FIRST, ...request });
      } finally {
        snapshot.release();
      }
    };
    const open = cutPage({ documentsRead: 5 }, { pageSize: 7 });
    expect(open).toMatchObject({ pageStatus: "SplitRequired", isDone: false });
    const rest = pageOf(database, query, { pageSize: 2, cursor: open.continueCursor });
    expect([...texts(open), ...texts(rest)]).toEqual(texts(whole));
    const endCursor = whole.continueCursor;
    const pinned = cutPage({ documentsRead: 5 }, { pageSize: 3, endCursor });
    expect(pinned).toMatchObject({ pageStatus: "SplitRequired", continueCursor: endCursor });
    const middle = pinned.splitCursor ?? null;
    const halves = [{ endCursor: middle }, { cursor: middle, endCursor }];
    expect(halves.flatMap((half) => texts(pageOf(database, query, half)))).toEqual(texts(whole));
    expect(() => cutPage({ documentsRead: 1 }, { pageSize: 7 })).toThrow("Too many documents read");
  });

  test("without rows continues at its start", async () => {
    const database = await filled();
    for (const { name, of } of QUERIES) {
      const whole = texts(pageOf(database, of("bina"), { pageSize: 1_000 }));
      const none = pageOf(database, of("bina"), { pageSize: 0 });
      expect([none.page, none.isDone], name).toEqual([[], false]);
      const next = pageOf(database, of("bina"), { pageSize: 1_000, cursor: none.continueCursor });
      expect(texts(next), name).toEqual(whole);
    }
  });
});

describe("without the seal", () => {
  /** Accepts any text as a valid cursor of the query. */
  const acceptsEverything: Sealing = {
    close: (_context, content) => Buffer.from(content).toString("base64url"),
    open: (_context, text) => Buffer.from(text, "base64url"),
  };
  const after = (key: Uint8Array) => Buffer.concat([Uint8Array.of(1), key]).toString("base64url");
  const keys = [
    ...[[], [0x00], [0x01], [0x07], [0xff], [0xff, 0xff]].map((bytes) => Uint8Array.from(bytes)),
    ...OWNERS.map((owner) => encodeValues([owner])),
    ...OWNERS.flatMap((owner) => [0, 4, ROWS].map((price) => encodeValues([owner, price]))),
    ...[0, 4, 100].map((price) => encodeValues([price])),
    ...[0, 4, 100].map((rank) => encodeValues([rank, "x"])),
    encodeValues(["zz", 1, 1, "zz"]),
  ];

  test("[PAGE3] a page has only rows of its query's range, for any start and end", async () => {
    const database = await filled(acceptsEverything);
    const places = [undefined, ...keys.map(after), Buffer.from([0]).toString("base64url")];
    let rows = 0;
    for (const { name, of } of QUERIES) {
      const query = of("bina");
      const whole = pageOf(database, query, { pageSize: 1_000 }).page.map(({ text }) => text);
      for (const cursor of places) {
        for (const endCursor of places) {
          const request = { cursor: cursor ?? null, endCursor: endCursor ?? null, pageSize: 1_000 };
          const { page, continueCursor, isDone } = pageOf(database, query, request);
          const texts = page.map(({ text }) => text);
          expect(whole, `${name} ${cursor} ${endCursor}`).toEqual(expect.arrayContaining(texts));
          // In the query's order, without duplicates.
          expect(texts).toEqual(whole.filter((text) => texts.includes(text)));
          rows += texts.length;
          const next = { cursor: continueCursor, pageSize: 1_000 };
          const behind = pageOf(database, query, next).page.map(({ text }) => text);
          expect(whole).toEqual(expect.arrayContaining(behind));
          if (isDone) expect(behind).toEqual([]);
        }
      }
    }
    expect(rows).toBeGreaterThan(1_000);
  });

  test("[PAGE3] a forged cursor returns no rows of other tenants", async () => {
    const database = await filled(acceptsEverything);
    for (const { of } of QUERIES) {
      for (const owner of OWNERS) {
        for (const key of keys) {
          for (const request of [{ cursor: after(key) }, { endCursor: after(key) }]) {
            const owners = ownersIn(database, of(owner), { ...request, pageSize: 1_000 });
            expect(owners.filter((each) => each !== owner)).toEqual([]);
          }
        }
      }
    }
  });

  test("[PAGE3] a page between two positions of its range has all rows between them", async () => {
    const database = await filled(acceptsEverything);
    const prices = (order: "asc" | "desc", from: number, to: number) => {
      const [cursor, endCursor] = [from, to].map((price) =>
        after(encodeValues(["bina", price, Number.MAX_VALUE])),
      );
      return pageOf(database, range(order).of("bina"), {
        cursor: cursor ?? null,
        endCursor: endCursor ?? null,
      }).page.map(({ document }) => document["price"]);
    };
    expect(prices("asc", 2, 5)).toEqual([3, 4, 5]);
    expect(prices("desc", 5, 2)).toEqual([5, 4, 3]);
    expect(prices("asc", 5, 2)).toEqual([]);
    expect(prices("desc", 2, 5)).toEqual([]);
  });
});
