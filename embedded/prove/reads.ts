/**
 * Reads at random what a database keeps in front of its store, and compares it with plain arrays: values read lately, decoded rows,
 * writes that are not on the disk yet, and a transaction's own. Transactions are rolled back, discarded and committed while earlier
 * commits are being flushed; snapshots are read long after; tables are imported, indexes replaced, and the database is opened again.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { JSONValue, Value } from "convex/values";
import type {
  Database,
  PageRequest,
  StoredDocument,
  Tables,
  Timestamp,
  Transaction,
} from "../contracts";
import { openDatabase } from "../database/database";
import { tableFacts } from "../database/tableChanges";
import { INDEX_KINDS } from "../extras/indexKinds";
import { openDiskStore } from "../store/disk";
import { type MemoryStore, openMemoryStore } from "../store/memory";
import type { Store } from "../store/store";
import { least, none } from "../testkit/findings";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";

const ROUNDS = { short: 4, long: 200 };
/** The steps of a round, which begins with an empty store: on the disk in every other round. */
const STEPS = 5_000;
const HELD_MAX = 5;
/** The rows of a table stay about this many, so that most ranges have some and few are long. */
const ROWS = 40;
const GROUPS = ["ash", "birch", "cedar"];
/** Longer than an index key: such keys are stored cut, and in no order. */
const LONG_GROUP = "d".repeat(1_900);
const RANKS = 12;
const TABLES = ["goods", "marks"] as const;
type TableName = (typeof TABLES)[number];

/** The rows of a table by id. */
type Rows = ReadonlyMap<string, StoredDocument>;
type State = Readonly<Record<TableName, Rows>>;
const EMPTY: State = { goods: new Map(), marks: new Map() };

/** The fields of the two indexes, which take turns. */
const INDEXES = { by_group: ["group", "rank"], by_rank: ["rank"] } as const;
type IndexName = keyof typeof INDEXES;

function schemaWith(names: readonly IndexName[]): JSONValue {
  const indexes = names.map((name) => ({ indexDescriptor: name, fields: [...INDEXES[name]] }));
  const tables = TABLES.map((tableName) => ({
    tableName,
    indexes,
    searchIndexes: [],
    documentType: { type: "any" },
  }));
  return { schemaValidation: false, tables };
}

const SCHEMAS: readonly (readonly IndexName[])[] = [["by_group", "by_rank"], ["by_group"]];

/** A reader that stays while others commit: a snapshot of the disk, or a transaction that reads the newest commit. */
interface Held {
  readonly name: string;
  readonly tables: () => Tables;
  readonly release: () => void;
  readonly state: State;
  readonly indexes: readonly IndexName[];
}

/** The mutation under way, with the state that it sees, and the states of its savepoints. */
interface Open {
  readonly transaction: Transaction;
  readonly savepoints: { readonly rollback: () => void; readonly state: State }[];
  state: State;
}

interface OpenedStore {
  readonly store: Store;
  /** Moves what is in the journal to LMDB, where there are both. */
  readonly move: () => Promise<void>;
}

async function openDisk(folder: string): Promise<OpenedStore> {
  const store = await openDiskStore(path.join(folder, "data"));
  const copy = path.join(folder, "copy");
  return { store, move: () => store.copyTo(copy).finally(() => rmSync(copy, { force: true })) };
}

/** Opens a memory store whose batches take a tick, as those of a disk take time. */
function openSlowly(store: MemoryStore): OpenedStore {
  const slow: Store = {
    snapshot: () => store.snapshot(),
    write: async (batch) => {
      await new Promise((resolve) => setImmediate(resolve));
      await store.write(batch);
    },
    // The next database opens it again.
    close: () => Promise.resolve(),
  };
  return { store: slow, move: () => Promise.resolve() };
}

class Round {
  readonly differences: string[] = [];
  compared = 0;
  steps = 0;
  readonly #below: (limit: number) => number;
  /** The share of rows of which a few dozen push all others out of the cache. */
  readonly #largePercent: number;
  readonly #openStore: () => Promise<OpenedStore>;
  #store!: OpenedStore;
  #moving: Promise<void> | undefined;
  #database!: Database;
  /** The last time that the clock gave: a new row's creation time. */
  #now = 1_000_000;
  #indexes = SCHEMAS[0]!;
  #newest: State = EMPTY;
  /** The states of the commits that may still be on their way to the disk, and of the newest there. */
  #states = new Map<Timestamp, State>();
  #open: Open | undefined;
  readonly #held: Held[] = [];
  /** The ids of rows that went lately; with a rollback they are there again. */
  readonly #removedIds: Record<TableName, string[]> = { goods: [], marks: [] };

  constructor(random: () => number, largePercent: number, openStore: () => Promise<OpenedStore>) {
    this.#largePercent = largePercent;
    this.#below = (limit) => Math.floor(random() * limit);
    this.#openStore = openStore;
  }

  async run(steps: number): Promise<void> {
    await this.#start();
    await this.#applySchema(this.#indexes);
    for (; this.steps < steps && this.differences.length === 0; this.steps += 1) await this.#step();
    await this.#stop();
  }

  async #step(): Promise<void> {
    const dice = this.#below(1_000);
    if (dice < 550) this.#read();
    else if (dice < 800) this.#write();
    else if (dice < 860) this.#saveOrRollBack();
    else if (dice < 910) this.#end();
    else if (dice < 950) this.#holdOrRelease();
    else if (dice < 955) this.#move();
    else if (dice < 996) await new Promise((resolve) => setImmediate(resolve));
    else await this.#interrupt();
  }

  #move(): void {
    this.#moving ??= this.#store.move().finally(() => (this.#moving = undefined));
  }

  /** Changes what only a database without an open mutation may change. */
  async #interrupt(): Promise<void> {
    this.#discard();
    // Not so often that caches never fill.
    const dice = this.#below(8);
    if (dice < 3) await this.#import();
    else if (dice < 6) await this.#applySchema(this.#pick(SCHEMAS));
    else {
      await this.#stop();
      await this.#start();
    }
  }

  async #start(): Promise<void> {
    this.#store = await this.#openStore();
    this.#database = await openDatabase(this.#store.store, {
      indexKinds: INDEX_KINDS,
      clock: () => (this.#now += 1),
    });
    this.#noteDurable();
  }

  async #stop(): Promise<void> {
    this.#discard();
    for (const { release } of this.#held.splice(0)) release();
    await this.#moving;
    await this.#database.close();
  }

  /** Begins anew with one state: everything is on the disk. */
  #noteDurable(): void {
    this.#states = new Map([[this.#database.durableTs, this.#newest]]);
  }

  async #applySchema(indexes: readonly IndexName[]): Promise<void> {
    await this.#database.applySchemas(new Map([["", schemaWith(indexes)]]));
    this.#indexes = indexes;
    this.#noteDurable();
  }

  /** Replaces a table; half of its rows keep their ids and times. */
  async #import(): Promise<void> {
    const name = this.#pick(TABLES);
    await this.#database.onDisk(Infinity);
    const changes = this.#database.changeTables();
    const before = [...this.#newest[name].values()];
    const kept = before.filter(() => this.#below(2) === 0);
    const probe = this.#database.begin();
    const number = before.length === 0 ? undefined : tableNumber(probe, name);
    this.#database.discard(probe);
    changes.drop("", name, false);
    changes.create("", name, number);
    const rows = kept.map((row) => ({ ...row, ...this.#fields() }));
    for (const row of rows) await changes.insert("", name, row);
    await changes.fill();
    await changes.commit(() => undefined);
    await changes.clear();
    this.#newest = { ...this.#newest, [name]: new Map(rows.map((row) => [getId(row), row])) };
    this.#noteDurable();
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  #group(): string {
    return this.#below(12) === 0 ? LONG_GROUP + this.#pick(GROUPS) : this.#pick(GROUPS);
  }

  #fields(): Record<string, Value> {
    const dice = this.#below(100);
    // Some are too large to be kept, and many of the others push everything else out.
    const size =
      dice === 0 ? 70 * 2 ** 10 : dice <= this.#largePercent ? 60 * 2 ** 10 : this.#below(80);
    return {
      group: this.#group(),
      rank: this.#below(RANKS),
      text: "x".repeat(size),
      // JSON has no such integers, so that some rows are kept as they were written and others decoded.
      list: [
        this.#below(9),
        { at: this.#below(2) === 0 ? this.#below(9) : BigInt(this.#below(9)) },
      ],
    };
  }

  /** Returns an id that is or was there; undefined before the first insert. */
  #id(name: TableName, rows: Rows): string | undefined {
    const ids = this.#below(4) === 0 ? this.#removedIds[name] : [...rows.keys()];
    return ids.length === 0 ? undefined : this.#pick(ids);
  }

  #begun(): Open {
    this.#open ??= { transaction: this.#database.begin(), savepoints: [], state: this.#newest };
    return this.#open;
  }

  #write(): void {
    const open = this.#begun();
    const name = this.#pick(TABLES);
    const tables = open.transaction.tables("");
    const rows = new Map(open.state[name]);
    const id = this.#id(name, rows);
    const before = id === undefined ? undefined : rows.get(id);
    const fields = this.#fields();
    const isFull = rows.size + ROWS / 2 >= this.#below(2 * ROWS);
    const kind = this.#pick(["remove", "replace", "patch"] as const);
    if (id === undefined || before === undefined || !isFull) {
      const inserted = tables.insert(name, fields);
      rows.set(inserted, { ...fields, _creationTime: this.#now, _id: inserted });
    } else if (kind === "remove") {
      tables.remove(name, id);
      rows.delete(id);
      this.#removedIds[name] = [...this.#removedIds[name].slice(-9), id];
    } else if (kind === "replace") {
      tables.replace(name, id, fields);
      rows.set(id, { ...fields, ...systemFields(before) });
    } else {
      const { text, rank, group } = fields;
      const patch = { text, rank, ...(this.#below(4) === 0 && { group }) } as StoredDocument;
      tables.patch(name, id, patch);
      rows.set(id, { ...before, ...patch });
    }
    open.state = { ...open.state, [name]: rows };
  }

  #saveOrRollBack(): void {
    const open = this.#begun();
    const savepoint = open.savepoints.pop();
    if (savepoint === undefined || this.#below(2) === 0) {
      if (savepoint !== undefined) open.savepoints.push(savepoint);
      const taken = open.transaction.savepoint();
      open.savepoints.push({ rollback: () => taken.rollback(), state: open.state });
      return;
    }
    savepoint.rollback();
    open.state = savepoint.state;
  }

  #end(): void {
    const { transaction, state } = this.#begun();
    if (this.#below(5) === 0) {
      this.#discard();
      return;
    }
    this.#open = undefined;
    const { ts } = this.#database.commit(transaction);
    if (state === this.#newest) return;
    this.#newest = state;
    this.#states.set(ts, state);
  }

  #discard(): void {
    if (this.#open !== undefined) this.#database.discard(this.#open.transaction);
    this.#open = undefined;
  }

  #holdOrRelease(): void {
    if (this.#held.length >= HELD_MAX) {
      const [released] = this.#held.splice(this.#below(this.#held.length), 1);
      released?.release();
    } else this.#held.push(this.#below(3) === 0 ? this.#begin() : this.#pin());
  }

  #begin(): Held {
    const transaction = this.#database.begin();
    return {
      name: `the state of ${transaction.ts}`,
      tables: () => toUnlimited(transaction),
      release: () => this.#database.discard(transaction),
      state: this.#newest,
      indexes: this.#indexes,
    };
  }

  #pin(): Held {
    const snapshot = this.#database.pin();
    const { ts } = snapshot;
    // A commit without rows of these tables has the state of the one before it.
    const state = [...this.#states].findLast(([at]) => at <= ts)?.[1] ?? EMPTY;
    const later = [...this.#states].filter(([at]) => at > ts);
    this.#states = new Map([[ts, state], ...later]);
    return {
      name: `the snapshot of ${ts}`,
      tables: () => this.#database.beginAt(snapshot).tables(""),
      release: () => snapshot.release(),
      state,
      indexes: this.#indexes,
    };
  }

  #read(): void {
    const held = this.#below(2) === 0 ? undefined : this.#pick(this.#held);
    if (held === undefined) {
      const { transaction, state } = this.#begun();
      this.#compare("a mutation", toUnlimited(transaction), state, this.#indexes);
      return;
    }
    this.#compare(held.name, held.tables(), held.state, held.indexes);
  }

  #compare(where: string, tables: Tables, state: State, indexes: readonly IndexName[]): void {
    const name = this.#pick(TABLES);
    const rows = state[name];
    const id = this.#id(name, rows);
    const dice = this.#below(10);
    if (dice < 4 && id !== undefined) {
      const found = tables.get(name, id);
      this.#expect(`${where}: ${name} by id`, found?.document ?? null, rows.get(id) ?? null);
      // A copy is the reader's own: what it does to it, nobody else sees.
      const copy = found?.copy();
      if (copy !== undefined) (copy["list"] as Value[]).push("changed");
      return;
    }
    const query = this.#query(name, indexes);
    const expected = [...rows.values()].filter(query.fits).sort(query.order);
    const what = `${where}: ${JSON.stringify(query.json)}`;
    // A limit is one of each page, not of all.
    if (dice < 8 || query.limit < Infinity) {
      const found = Array.from(toIterable(tables, query.json), ({ document }) => document);
      this.#expect(what, found, expected.slice(0, query.limit));
      return;
    }
    this.#expect(what, this.#pages(tables, query.json), expected);
  }

  #pages(tables: Tables, json: JSONValue): StoredDocument[] {
    const found: StoredDocument[] = [];
    for (let cursor: string | null = null; ;) {
      const request: PageRequest = { cursor, pageSize: 1 + this.#below(7) };
      const { page, isDone, continueCursor } = tables.page(json, request);
      found.push(...page.map(({ document }) => document));
      if (isDone) return found;
      cursor = continueCursor;
    }
  }

  /** A range of an index or a table, ascending or descending, whole or its first rows. */
  #query(name: TableName, indexes: readonly IndexName[]) {
    const direction = this.#below(2) === 0 ? 1 : -1;
    const limit = this.#below(2) === 0 ? Infinity : 1 + this.#below(4);
    const operators = limit === Infinity ? [] : [{ limit }];
    const order = direction === 1 ? "asc" : "desc";
    const byTime = (a: StoredDocument, b: StoredDocument) =>
      Number(a["_creationTime"]) - Number(b["_creationTime"]);
    const index = this.#pick([...indexes, undefined]);
    if (index === undefined) {
      const source = { type: "FullTableScan", tableName: name, order };
      return {
        json: { source, operators } as JSONValue,
        fits: () => true,
        order: (a: StoredDocument, b: StoredDocument) => direction * byTime(a, b),
        limit,
      };
    }
    const group = index === "by_group" ? this.#group() : undefined;
    const low = this.#below(RANKS);
    const high = low + this.#below(5);
    const isBounded = group === undefined || this.#below(2) === 0;
    const range = [
      ...(group === undefined ? [] : [{ type: "Eq", fieldPath: "group", value: group }]),
      ...(isBounded ? [{ type: "Gte", fieldPath: "rank", value: low }] : []),
      ...(isBounded ? [{ type: "Lt", fieldPath: "rank", value: high }] : []),
    ];
    const source = { type: "IndexRange", indexName: `${name}.${index}`, range, order };
    return {
      json: { source, operators } as JSONValue,
      fits: (row: StoredDocument) =>
        (group === undefined || row["group"] === group) &&
        (!isBounded || (Number(row["rank"]) >= low && Number(row["rank"]) < high)),
      order: (a: StoredDocument, b: StoredDocument) =>
        direction * (Number(a["rank"]) - Number(b["rank"]) || byTime(a, b)),
      limit,
    };
  }

  #expect(what: string, found: unknown, expected: unknown): void {
    this.compared += 1;
    if (!isDeepStrictEqual(found, expected))
      this.differences.push(`step ${this.steps}, ${what}: ${shown(found)} not ${shown(expected)}`);
  }
}

/** Many steps together read more than an app's transaction may. */
function toUnlimited(transaction: Transaction): Tables {
  return transaction.system("");
}

function shown(value: unknown): string {
  const short = (_: string, part: unknown) =>
    typeof part === "bigint" ? `${part}n` : typeof part === "string" ? part.slice(0, 12) : part;
  return JSON.stringify(value, short);
}

function getId(document: StoredDocument): string {
  return document["_id"] as string;
}

function systemFields({ _id, _creationTime }: StoredDocument): StoredDocument {
  return { _creationTime: _creationTime ?? null, _id: _id ?? null };
}

function toIterable(tables: Tables, query: JSONValue) {
  return { [Symbol.iterator]: () => tables.stream(query) };
}

function tableNumber(transaction: Transaction, name: string): number | undefined {
  return tableFacts(transaction, "none").find((facts) => facts.name === name)?.number;
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const random = chance(seed);
  const differences: string[] = [];
  let compared = 0;
  let steps = 0;
  for (let number = 0; number < ROUNDS[form]; number += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), "embedded-reads-"));
    const memory = openMemoryStore();
    const isOnDisk = number % 2 === 0;
    const round = new Round(random, number % 4 < 2 ? 2 : 25, () =>
      isOnDisk ? openDisk(folder) : Promise.resolve(openSlowly(memory)),
    );
    try {
      await round.run(STEPS);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    differences.push(...round.differences);
    compared += round.compared;
    steps += round.steps;
    if (number % 20 === 19) say(`${steps.toLocaleString("en")} steps`);
  }
  return [
    none("reads that differ from the plain rows", differences, compared),
    least("steps", steps, ROUNDS[form] * STEPS),
  ];
}

export const reads: Proof = {
  name: "reads",
  title: "[TX1] what is kept in memory reads as what is stored, in every transaction and snapshot",
  run,
};
