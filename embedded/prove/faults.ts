/**
 * The disk fails, or the power is cut, at every single step of a fixed piece of work: each time the next process must find a
 * state that really was, with everything that anybody was told, and go on from there.
 */
import type { JSONValue } from "convex/values";
import type { Database, StoredDocument, Tables, Timestamp } from "../contracts";
import { openDatabase } from "../database/database";
import { INDEX_KINDS } from "../extras/indexKinds";
import { type Fault, FaultyDisk, type Step } from "../test/faultyStore";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";

/** Turns of the event loop: far more than any piece of the work takes. */
const MOST_TURNS = 2_000;

/** The promise's value; undefined when it is over before that, or never comes: a power cut leaves promises that never settle. */
async function valueUnless<Value>(
  promise: Promise<Value>,
  isOver: () => boolean,
): Promise<Value | undefined> {
  const found: { value?: Value } = {};
  const settled = promise.then((value) => {
    found.value = value;
  });
  for (let turns = 0; !("value" in found) && !isOver() && turns < MOST_TURNS; turns += 1) {
    await Promise.race([settled, new Promise((resolve) => setImmediate(resolve))]);
  }
  return found.value;
}

/** The invariant of the accounts and entries. */
interface Model {
  readonly accounts: ReadonlyMap<string, { readonly total: number; readonly revision: number }>;
  readonly entries: ReadonlyMap<number, { readonly account: string; readonly amount: number }>;
}

interface Mutation {
  readonly number: number;
  readonly account: string;
  readonly amount: number;
  readonly kind: "enter" | "remove" | "change its mind";
}

const EMPTY: Model = { accounts: new Map(), entries: new Map() };
const ACCOUNTS = ["asha", "bina", "chand"];
/** Too long for a key of the store. */
const LONG = "x".repeat(2_000);
/** One account's entries have a key that is cut. */
const keptAs = (account: string): string => (account === ACCOUNTS[0] ? account + LONG : account);
const MOST_AT_ONCE = 4;
class ChangedItsMind extends Error {}

function indexes(table: string, ...fields: string[]): JSONValue {
  return {
    tableName: table,
    indexes: fields.map((field) => ({ indexDescriptor: `by_${field}`, fields: [field] })),
    searchIndexes: [],
    documentType: { type: "any" },
  };
}
const FIRST_SCHEMA = {
  schemaValidation: false,
  tables: [indexes("accounts", "name"), indexes("entries", "account")],
};
/** With one index more, which is filled while the work goes on. */
const SECOND_SCHEMA = {
  schemaValidation: false,
  tables: [indexes("accounts", "name"), indexes("entries", "account", "amount")],
};

function rows(tables: Tables, index: string, range: JSONValue[] = []): StoredDocument[] {
  const query = { source: { type: "IndexRange", indexName: index, range, order: "asc" } };
  const stream = () => tables.stream({ ...query, operators: [] });
  return Array.from({ [Symbol.iterator]: stream }, ({ document }) => document);
}

const equal = (fieldPath: string, value: string): JSONValue[] => [{ type: "Eq", fieldPath, value }];

function carryOut(tables: Tables, { number, account, amount, kind }: Mutation): void {
  const [known] = rows(tables, "accounts.by_name", equal("name", account));
  const [oldest] = rows(tables, "entries.by_account", equal("account", keptAs(account)));
  const isRemoval = kind === "remove" && oldest !== undefined;
  const change = isRemoval ? -Number(oldest["amount"]) : amount;
  if (isRemoval) tables.remove("entries", oldest["_id"] as string);
  else tables.insert("entries", { number, account: keptAs(account), amount });
  if (kind === "change its mind") throw new ChangedItsMind();
  const total = Number(known?.["total"] ?? 0) + change;
  if (known === undefined) tables.insert("accounts", { name: account, total, revision: number });
  else tables.patch("accounts", known["_id"] as string, { total, revision: number });
}

function modelAfter(model: Model, { number, account, amount, kind }: Mutation): Model {
  const entries = new Map(model.entries);
  const oldest = [...entries].find(([, entry]) => entry.account === account);
  const isRemoval = kind === "remove" && oldest !== undefined;
  if (isRemoval) entries.delete(oldest[0]);
  else entries.set(number, { account, amount });
  const total =
    (model.accounts.get(account)?.total ?? 0) + (isRemoval ? -oldest[1].amount : amount);
  return { entries, accounts: new Map(model.accounts).set(account, { total, revision: number }) };
}

type Line = readonly (string | number)[];
const inOrder = (lines: Line[]): string[] => lines.map((line) => JSON.stringify(line)).sort();

const wordsOfModels = new WeakMap<Model, string>();

function wordsOf(model: Model): string {
  const words = wordsOfModels.get(model) ?? inWords(model);
  wordsOfModels.set(model, words);
  return words;
}

function inWords({ accounts, entries }: Model): string {
  return JSON.stringify([
    inOrder([...accounts].map(([name, { total, revision }]) => [name, total, revision])),
    inOrder([...entries].map(([number, { account, amount }]) => [number, account, amount])),
  ]);
}

/** The same words for what the database holds, read along the named index of the entries. */
function wordsIn(tables: Tables, index: string): string {
  const [accounts, entries] = [rows(tables, "accounts.by_name"), rows(tables, index)];
  return JSON.stringify([
    inOrder(
      accounts.map((row) => [row["name"] as string, Number(row["total"]), Number(row["revision"])]),
    ),
    inOrder(
      entries.map((row) => [
        Number(row["number"]),
        (row["account"] as string).replace(LONG, ""),
        Number(row["amount"]),
      ]),
    ),
  ]);
}

function read<Result>(database: Database, look: (tables: Tables) => Result): Result {
  const snapshot = database.pin();
  try {
    return look(database.beginAt(snapshot).tables(""));
  } finally {
    snapshot.release();
  }
}

/** One process on one disk: what it committed, and what it told anybody. */
class Life {
  /** After 0, 1, 2 … commits. */
  readonly states: Model[];
  readonly problems: string[] = [];
  /** So many of the commits were acknowledged, or shown in an answer. */
  told = 0;
  toldTs: Timestamp = 0;
  refused = 0;
  /** It has heard that the disk failed, and ends. */
  hasFailed = false;
  readonly #disk: FaultyDisk;
  readonly #database: Database;

  constructor(disk: FaultyDisk, database: Database, start: Model) {
    this.#disk = disk;
    this.#database = database;
    this.states = [start];
    void database.failed.then(() => (this.hasFailed = true));
  }

  get isOver(): boolean {
    return this.hasFailed || this.#disk.isDark;
  }

  get model(): Model {
    return this.states.at(-1) ?? EMPTY;
  }

  /** Does the mutations at once, and waits until each is acknowledged, or the process is over. */
  async mutate(mutations: readonly Mutation[]): Promise<void> {
    const receipts = mutations.map((mutation) => this.#mutate(mutation));
    await this.#unlessOver(Promise.all(receipts));
  }

  /** Data that anybody has seen must be on the disk by then. */
  look(): void {
    let words: string;
    try {
      words = read(this.#database, (tables) => wordsIn(tables, "entries.by_account"));
    } catch {
      return;
    }
    const shown = this.states.findLastIndex((state) => wordsOf(state) === words);
    if (shown < 0) this.problems.push("a query saw what never was");
    else this.told = Math.max(this.told, shown);
  }

  /** A reload of the functions: tried again when it failed. */
  async apply(schema: JSONValue): Promise<void> {
    const applied = () => this.#database.applySchemas(new Map([["", schema]]));
    await this.#unlessOver(applied().catch(() => (this.isOver ? undefined : applied())));
  }

  async close(): Promise<void> {
    if (!this.isOver) await this.#database.close();
  }

  #mutate(mutation: Mutation): Promise<void> {
    const transaction = this.#database.begin();
    try {
      carryOut(transaction.tables(""), mutation);
    } catch {
      this.#database.discard(transaction);
      this.refused += 1;
      return Promise.resolve();
    }
    if (this.isOver) return Promise.resolve();
    const { ts, durable } = this.#database.commit(transaction);
    this.states.push(modelAfter(this.model, mutation));
    const at = this.states.length - 1;
    return durable.then(
      () => {
        this.told = Math.max(this.told, at);
        this.toldTs = Math.max(this.toldTs, ts);
      },
      () => {
        if (!this.hasFailed) this.problems.push("[DUR5] a mutation was told that it failed");
      },
    );
  }

  async #unlessOver(done: Promise<unknown>): Promise<void> {
    const isDone = await valueUnless(
      done.then(() => true),
      () => this.isOver,
    );
    if (isDone === true || this.isOver) return;
    this.problems.push("the process waits for ever");
    this.hasFailed = true;
  }
}

function workOf(seed: number, size: number): Mutation[] {
  const random = chance(seed);
  return Array.from({ length: size }, (_, at) => ({
    number: at + 1,
    account: ACCOUNTS[Math.floor(random() * ACCOUNTS.length)] ?? "asha",
    amount: 1 + Math.floor(random() * 100),
    kind: random() < 0.15 ? "change its mind" : random() < 0.3 ? "remove" : "enter",
  }));
}

interface Work {
  readonly mutations: readonly Mutation[];
  readonly seed: number;
}

async function carryOutAll(life: Life, { mutations, seed }: Work): Promise<void> {
  const random = chance(seed);
  await life.apply(FIRST_SCHEMA);
  const half = mutations.length / 2;
  let isHalf = false;
  for (let at = 0; at < mutations.length && !life.isOver;) {
    if (at >= half && !isHalf) await life.apply(SECOND_SCHEMA);
    isHalf = at >= half;
    const next = at + 1 + Math.floor(random() * MOST_AT_ONCE);
    const round = life.mutate(mutations.slice(at, next));
    life.look();
    await round;
    life.look();
    at = next;
  }
}

interface Trial {
  readonly struck: Step | undefined;
  readonly problems: readonly string[];
  readonly told: number;
}

/** The data that a process leaves behind. */
type Past = Pick<Life, "states" | "problems" | "told" | "toldTs">;

/** The next process: finds one of the states, not older than anything that was told, and does the rest of the work from there. */
async function survive(life: Past, disk: FaultyDisk): Promise<string[]> {
  const database = await openDatabase(disk.open(), { indexKinds: INDEX_KINDS });
  const problems: string[] = [];
  if (database.durableTs <= life.toldTs) problems.push("[TX3] time went back");
  await database.applySchemas(new Map([["", SECOND_SCHEMA]]));
  const [words, ...others] = ["by_account", "by_amount", "by_creation_time"].map((index) =>
    read(database, (tables) => wordsIn(tables, `entries.${index}`)),
  );
  if (others.some((other) => other !== words)) problems.push("indexes disagree");
  const found = life.states.findLastIndex((state) => wordsOf(state) === words);
  if (found < 0) return [...problems, "half a mutation, or one that was refused, is there"];
  if (found < life.told) problems.push(`${life.told - found} acknowledged mutations are lost`);
  const next = new Life(disk, database, life.states[found] ?? EMPTY);
  await next.mutate(workOf(found, 6).map((each) => ({ ...each, number: each.number + 1_000 })));
  next.look();
  if (next.told !== next.states.length - 1) problems.push("the next process does not go on");
  await next.close();
  return [...problems, ...next.problems];
}

async function tried(work: Work, fault: Fault, isPowerLost: boolean): Promise<Trial> {
  const disk = new FaultyDisk(fault);
  const started = openDatabase(disk.open(), { indexKinds: INDEX_KINDS }).catch(() => undefined);
  const database = await valueUnless(started, () => disk.isDark);
  let past: Past = { states: [EMPTY], problems: [], told: 0, toldTs: 0 };
  // A start that fails is told to nobody but the operator.
  if (database !== undefined) {
    const life = new Life(disk, database, EMPTY);
    await carryOutAll(life, work).catch((error: unknown) => {
      if (!life.isOver) throw error;
    });
    await life.close();
    past = life;
  }
  const { struck } = disk;
  const problems = await survive(past, disk.next(isPowerLost));
  return { struck, problems: [...past.problems, ...problems], told: past.told };
}

const SIZE = { short: 14, long: 45 };
/** The failure of a step, and whether the power fails as well when the process has ended. */
const WAYS = [
  { kind: "failure", isPowerLost: false },
  { kind: "failure", isPowerLost: true },
  { kind: "power cut", isPowerLost: true },
] as const;

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const work = { mutations: workOf(seed, SIZE[form]), seed };
  const hits = new Map<string, number>();
  const problems: string[] = [];
  let told = 0;
  let isWhole = true;
  for (const { kind, isPowerLost } of WAYS) {
    for (let at = 1; ; at += 1) {
      const trial = await tried(work, { at, kind }, isPowerLost);
      problems.push(
        ...trial.problems.map((problem) => `${kind} at step ${at} (${trial.struck}): ${problem}`),
      );
      told += trial.told;
      if (trial.struck === undefined) {
        isWhole &&= trial.told > SIZE[form] / 2;
        break;
      }
      const name = `${kind} at "${trial.struck}"`;
      hits.set(name, (hits.get(name) ?? 0) + 1);
    }
    say(`${kind}${isPowerLost ? ", then without power" : ""}: done`);
  }
  const faults = [...hits.values()].reduce((sum, count) => sum + count, 0);
  for (const problem of problems.slice(0, 5)) say(problem);
  return [
    {
      what: "faults that struck",
      figure: `${faults} (${[...hits].map(([name, count]) => `${name} ${count}`).join(", ")})`,
      target: "every step of the work, in each way",
      holds: isWhole && hits.size === 2 * STEPS,
    },
    {
      what: "commits that were told to somebody, over all runs",
      figure: String(told),
      holds: told > 0,
    },
    {
      what: "lost, half, refused but there, told too early, or at a standstill",
      figure: problems.length === 0 ? "0" : `${problems.length}: ${problems[0]}`,
      target: "0",
      holds: problems.length === 0,
    },
  ];
}

/** Kinds of {@link Step}. */
const STEPS = 6;

export const faults: Proof = {
  name: "faults",
  title:
    "[TX1] [DUR1] [DUR2] [DUR5] [DUR7] a disk that fails and a power cut, at every step of a piece of work, lose nothing and leave nothing half",
  run,
};
