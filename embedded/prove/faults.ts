/**
 * Injects a disk failure or a power cut at every step of a fixed workload. Each time the next process must find one of the
 * committed states, at least as new as every acknowledged commit, and continue from it.
 */
import type { JSONValue } from "convex/values";
import type { Database, StoredDocument, Tables, Timestamp } from "../contracts";
import { openDatabase } from "../database/database";
import { INDEX_KINDS } from "../extras/indexKinds";
import { type Fault, FaultyDisk, type Step } from "../testkit/faultyStore";
import { least, none } from "../testkit/findings";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";

/** Event-loop ticks, far more than any part of the workload needs. */
const TICKS_MAX = 2_000;

/** Returns the promise's value, or undefined when the process ends first: a power cut leaves promises that never settle. */
async function settledValue<Value>(
  promise: Promise<Value>,
  hasEnded: () => boolean,
): Promise<Value | undefined> {
  const found: { value?: Value } = {};
  const settled = promise.then((value) => {
    found.value = value;
  });
  for (let ticks = 0; !("value" in found) && !hasEnded() && ticks < TICKS_MAX; ticks += 1) {
    await Promise.race([settled, new Promise((resolve) => setImmediate(resolve))]);
  }
  return found.value;
}

/** The expected accounts and entries. */
interface Model {
  readonly accounts: ReadonlyMap<string, { readonly total: number; readonly revision: number }>;
  readonly entries: ReadonlyMap<number, { readonly account: string; readonly amount: number }>;
}

interface Mutation {
  readonly number: number;
  readonly account: string;
  readonly amount: number;
  readonly kind: "enter" | "remove" | "abort";
}

const EMPTY: Model = { accounts: new Map(), entries: new Map() };
const ACCOUNTS = ["asha", "bina", "chand"];
/** Longer than an index key. */
const LONG = "x".repeat(2_000);
/** One account's entries have a truncated index key. */
const storedName = (account: string): string =>
  account === ACCOUNTS[0] ? account + LONG : account;
const CONCURRENT_MAX = 4;
class Abort extends Error {}

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
/** With one index more, which is filled during the workload. */
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

function applyTo(tables: Tables, { number, account, amount, kind }: Mutation): void {
  const [row] = rows(tables, "accounts.by_name", equal("name", account));
  const [oldest] = rows(tables, "entries.by_account", equal("account", storedName(account)));
  const isRemoval = kind === "remove" && oldest !== undefined;
  const change = isRemoval ? -Number(oldest["amount"]) : amount;
  if (isRemoval) tables.remove("entries", oldest["_id"] as string);
  else tables.insert("entries", { number, account: storedName(account), amount });
  if (kind === "abort") throw new Abort();
  const total = Number(row?.["total"] ?? 0) + change;
  if (row === undefined) tables.insert("accounts", { name: account, total, revision: number });
  else tables.patch("accounts", row["_id"] as string, { total, revision: number });
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

type Fields = readonly (string | number)[];
const sorted = (lines: Fields[]): string[] => lines.map((line) => JSON.stringify(line)).sort();

const textsOfModels = new WeakMap<Model, string>();

function textOf(model: Model): string {
  const text = textsOfModels.get(model) ?? asText(model);
  textsOfModels.set(model, text);
  return text;
}

function asText({ accounts, entries }: Model): string {
  return JSON.stringify([
    sorted([...accounts].map(([name, { total, revision }]) => [name, total, revision])),
    sorted([...entries].map(([number, { account, amount }]) => [number, account, amount])),
  ]);
}

/** Returns the same text for the content of the database, read by an index of the entries. */
function textIn(tables: Tables, index: string): string {
  const [accounts, entries] = [rows(tables, "accounts.by_name"), rows(tables, index)];
  return JSON.stringify([
    sorted(
      accounts.map((row) => [row["name"] as string, Number(row["total"]), Number(row["revision"])]),
    ),
    sorted(
      entries.map((row) => [
        Number(row["number"]),
        (row["account"] as string).replace(LONG, ""),
        Number(row["amount"]),
      ]),
    ),
  ]);
}

function read<Result>(database: Database, check: (tables: Tables) => Result): Result {
  const snapshot = database.pin();
  try {
    return check(database.beginAt(snapshot).tables(""));
  } finally {
    snapshot.release();
  }
}

/** One process on one disk: its commits, and those that a client has seen. */
class ProcessRun {
  /** The states after 0, 1, 2 … commits. */
  readonly states: Model[];
  readonly problems: string[] = [];
  /** The number of commits that were acknowledged or visible in a query. */
  statesSeen = 0;
  seenTs: Timestamp = 0;
  refused = 0;
  /** The database has reported a disk failure. */
  hasFailed = false;
  readonly #disk: FaultyDisk;
  readonly #database: Database;

  constructor(disk: FaultyDisk, database: Database, start: Model) {
    this.#disk = disk;
    this.#database = database;
    this.states = [start];
    void database.failed.then(() => (this.hasFailed = true));
  }

  get hasEnded(): boolean {
    return this.hasFailed || this.#disk.hasNoPower;
  }

  get model(): Model {
    return this.states.at(-1) ?? EMPTY;
  }

  /** Runs the mutations concurrently; resolves when all are acknowledged or the process has ended. */
  async mutate(mutations: readonly Mutation[]): Promise<void> {
    const receipts = mutations.map((mutation) => this.#mutate(mutation));
    await this.#unlessOver(Promise.all(receipts));
  }

  /** Notes the state that a query sees: it must be on disk. */
  check(): void {
    let text: string;
    try {
      text = read(this.#database, (tables) => textIn(tables, "entries.by_account"));
    } catch {
      return;
    }
    const state = this.states.findLastIndex((each) => textOf(each) === text);
    if (state < 0) this.problems.push("a query saw a state that never existed");
    else this.statesSeen = Math.max(this.statesSeen, state);
  }

  /** Applies a schema as a reload does, with one retry. */
  async apply(schema: JSONValue): Promise<void> {
    const applied = () => this.#database.applySchemas(new Map([["", schema]]));
    await this.#unlessOver(applied().catch(() => (this.hasEnded ? undefined : applied())));
  }

  async close(): Promise<void> {
    if (!this.hasEnded) await this.#database.close();
  }

  #mutate(mutation: Mutation): Promise<void> {
    const transaction = this.#database.begin();
    try {
      applyTo(transaction.tables(""), mutation);
    } catch {
      this.#database.discard(transaction);
      this.refused += 1;
      return Promise.resolve();
    }
    if (this.hasEnded) return Promise.resolve();
    const { ts, durable } = this.#database.commit(transaction);
    this.states.push(modelAfter(this.model, mutation));
    const at = this.states.length - 1;
    return durable.then(
      () => {
        this.statesSeen = Math.max(this.statesSeen, at);
        this.seenTs = Math.max(this.seenTs, ts);
      },
      () => {
        if (!this.hasFailed) this.problems.push("[DUR5] a mutation was reported as failed");
      },
    );
  }

  async #unlessOver(done: Promise<unknown>): Promise<void> {
    const isDone = await settledValue(
      done.then(() => true),
      () => this.hasEnded,
    );
    if (isDone === true || this.hasEnded) return;
    this.problems.push("the process hangs");
    this.hasFailed = true;
  }
}

function workOf(seed: number, size: number): Mutation[] {
  const random = chance(seed);
  return Array.from({ length: size }, (_, at) => ({
    number: at + 1,
    account: ACCOUNTS[Math.floor(random() * ACCOUNTS.length)] ?? "asha",
    amount: 1 + Math.floor(random() * 100),
    kind: random() < 0.15 ? "abort" : random() < 0.3 ? "remove" : "enter",
  }));
}

interface Work {
  readonly mutations: readonly Mutation[];
  readonly seed: number;
}

async function runAll(run: ProcessRun, { mutations, seed }: Work): Promise<void> {
  const random = chance(seed);
  await run.apply(FIRST_SCHEMA);
  const half = mutations.length / 2;
  let isSecondHalf = false;
  for (let at = 0; at < mutations.length && !run.hasEnded;) {
    if (at >= half && !isSecondHalf) await run.apply(SECOND_SCHEMA);
    isSecondHalf = at >= half;
    const next = at + 1 + Math.floor(random() * CONCURRENT_MAX);
    const round = run.mutate(mutations.slice(at, next));
    run.check();
    await round;
    run.check();
    at = next;
  }
}

interface Trial {
  readonly struck: Step | undefined;
  readonly problems: readonly string[];
  readonly statesSeen: number;
}

/** The state in which a process ended. */
type Past = Pick<ProcessRun, "states" | "problems" | "statesSeen" | "seenTs">;

/** Checks the next process: it finds one of the states, no older than any seen one, and runs further mutations. */
async function recover(past: Past, disk: FaultyDisk): Promise<string[]> {
  const database = await openDatabase(disk.open(), { indexKinds: INDEX_KINDS });
  const problems: string[] = [];
  if (database.durableTs <= past.seenTs) problems.push("[TX3] timestamps went back");
  await database.applySchemas(new Map([["", SECOND_SCHEMA]]));
  const [text, ...others] = ["by_account", "by_amount", "by_creation_time"].map((index) =>
    read(database, (tables) => textIn(tables, `entries.${index}`)),
  );
  if (others.some((other) => other !== text)) problems.push("indexes disagree");
  const found = past.states.findLastIndex((state) => textOf(state) === text);
  if (found < 0) return [...problems, "a partial or rejected mutation was stored"];
  if (found < past.statesSeen)
    problems.push(`${past.statesSeen - found} acknowledged mutations are lost`);
  const next = new ProcessRun(disk, database, past.states[found] ?? EMPTY);
  await next.mutate(workOf(found, 6).map((each) => ({ ...each, number: each.number + 1_000 })));
  next.check();
  if (next.statesSeen !== next.states.length - 1)
    problems.push("the next process does not run mutations");
  await next.close();
  return [...problems, ...next.problems];
}

async function runTrial(work: Work, fault: Fault, isPowerLost: boolean): Promise<Trial> {
  const disk = new FaultyDisk(fault);
  const started = openDatabase(disk.open(), { indexKinds: INDEX_KINDS }).catch(() => undefined);
  const database = await settledValue(started, () => disk.hasNoPower);
  let past: Past = { states: [EMPTY], problems: [], statesSeen: 0, seenTs: 0 };
  // A failed start has no clients.
  if (database !== undefined) {
    const run = new ProcessRun(disk, database, EMPTY);
    await runAll(run, work).catch((error: unknown) => {
      if (!run.hasEnded) throw error;
    });
    await run.close();
    past = run;
  }
  const { struck } = disk;
  const problems = await recover(past, disk.next(isPowerLost));
  return { struck, problems: [...past.problems, ...problems], statesSeen: past.statesSeen };
}

const SIZE = { short: 14, long: 45 };
/** A failed step, with the process ending normally or in a power cut, and a power cut at the step itself. */
const FAULTS = [
  { kind: "failure", isPowerLost: false },
  { kind: "failure", isPowerLost: true },
  { kind: "power cut", isPowerLost: true },
] as const;

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const work = { mutations: workOf(seed, SIZE[form]), seed };
  const hits = new Map<string, number>();
  const problems: string[] = [];
  let statesSeen = 0;
  let isComplete = true;
  for (const { kind, isPowerLost } of FAULTS) {
    for (let at = 1; ; at += 1) {
      const trial = await runTrial(work, { at, kind }, isPowerLost);
      problems.push(
        ...trial.problems.map((problem) => `${kind} at step ${at} (${trial.struck}): ${problem}`),
      );
      statesSeen += trial.statesSeen;
      if (trial.struck === undefined) {
        isComplete &&= trial.statesSeen > SIZE[form] / 2;
        break;
      }
      const name = `${kind} at "${trial.struck}"`;
      hits.set(name, (hits.get(name) ?? 0) + 1);
    }
    say(`${kind}${isPowerLost ? ", without power afterwards" : ""}: done`);
  }
  const faults = [...hits.values()].reduce((sum, count) => sum + count, 0);
  for (const problem of problems.slice(0, 5)) say(problem);
  return [
    {
      what: "injected faults",
      figure: `${faults} (${[...hits].map(([name, count]) => `${name} ${count}`).join(", ")})`,
      target: "every step of the workload, with every kind of fault",
      holds: isComplete && hits.size === 2 * STEPS,
    },
    least("commits that clients have seen, over all runs", statesSeen),
    none(
      "lost, partial, rejected but stored, or acknowledged too early, and hanging processes",
      problems,
    ),
  ];
}

/** Kinds of {@link Step}. */
const STEPS = 6;

export const faults: Proof = {
  name: "faults",
  title:
    "[TX1] [DUR1] [DUR2] [DUR5] [DUR7] a disk failure or a power cut at any step of a workload loses no commit and leaves no partial one",
  run,
};
