/**
 * The whole market in memory in this process, with every transaction recorded: reads, writes, sizes. It runs the product's own
 * functions on the database's own read sets, without sockets or disk.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type FunctionReference,
  type FunctionReturnType,
  type OptionalRestArgs,
  getFunctionName,
} from "convex/server";
import { type Value, convexToJson, jsonToConvex } from "convex/values";
import type {
  CallOrigin,
  Database,
  Identity,
  IndexWrite,
  Outcome,
  ReadRange,
  Transaction,
  TransactionUsage,
} from "../../embedded/contracts";
import { openDatabase } from "../../embedded/database/database";
import { DatabaseTransaction } from "../../embedded/database/transaction";
import { backendTables } from "../../embedded/functions/backendTables";
import { type FunctionRuntime, startFunctionRuntime } from "../../embedded/functionRuntime";
import { openMemoryStore } from "../../embedded/store/memory";

const ROOT = path.resolve(import.meta.dirname, "../..");
const URL = "http://127.0.0.1:1";
const ORIGIN: CallOrigin = { ip: null, userAgent: null, requestId: "simulated" };

/** One transaction as the database saw it. */
export interface Taken {
  readonly reads: readonly ReadRange[];
  readonly writes: readonly IndexWrite[];
  readonly usage: TransactionUsage;
}

/** The size of one table of the app. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** The documents' bytes as Convex's JSON. */
  readonly bytes: number;
  /** Declared indexes, each of which Convex counts as another copy of the table. */
  readonly indexes: number;
}

/** A signed-in user. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly identity: Identity;
}

type Row = Record<string, Value>;

function valueOf(outcome: Outcome, name: string): Value {
  if (outcome.kind === "success") return jsonToConvex(outcome.value);
  throw new Error(`${name}: ${outcome.message} ${JSON.stringify(outcome.errorData)}`);
}

const BUILT_IN = new Set(["by_id", "by_creation_time"]);

function tablesOf(transaction: Transaction) {
  if (!(transaction instanceof DatabaseTransaction)) throw new Error("Another database.");
  return transaction.catalog
    .tables()
    .filter(({ component, name }) => component === "" && !name.startsWith("_"));
}

export class ScratchMarket {
  readonly #database: Database;
  readonly #functions: FunctionRuntime;
  readonly #dataDir: string;
  /** The timestamp of the newest commit. */
  #reads: Omit<Taken, "writes"> | undefined;
  #writes: readonly IndexWrite[] = [];

  private constructor(database: Database, functions: FunctionRuntime, dataDir: string) {
    this.#database = database;
    this.#functions = functions;
    this.#dataDir = dataDir;
    const commit = database.commit.bind(database);
    database.commit = (transaction) => {
      const { readSet, usage } = transaction;
      this.#reads = { reads: [...readSet.ranges], usage };
      return commit(transaction);
    };
    database.onCommit(({ writes }) => (this.#writes = writes));
  }

  static async open(): Promise<ScratchMarket> {
    const dataDir = mkdtempSync(path.join(tmpdir(), "mandi-simulate-"));
    const database = await openDatabase(openMemoryStore());
    const functions = await startFunctionRuntime({
      ...{ database, projectDir: ROOT, dataDir, adminKey: "none", url: URL },
      ...{ variables: { RATE_LIMITS: "off" }, watch: false, redactErrors: false },
    });
    return new ScratchMarket(database, functions, dataDir);
  }

  async close(): Promise<void> {
    await this.#functions.stop();
    await this.#database.close();
    rmSync(this.#dataDir, { recursive: true });
  }

  /** Turns `<component>/<number>/<index>` of a range or write into "table.index"; only for the app's tables. */
  async indexNames(): Promise<ReadonlyMap<string, string>> {
    return this.#functions.transact(
      (transaction) =>
        new Map(
          tablesOf(transaction).flatMap(({ name, indexes }) =>
            [...indexes.values()].map((index) => [index.address, `${name}.${index.name}`] as const),
          ),
        ),
    );
  }

  async sizes(): Promise<TableSize[]> {
    return this.#functions.transact((transaction) =>
      tablesOf(transaction).map(({ name, indexes }) => {
        const order = { type: "FullTableScan", tableName: name, order: null };
        const rows = transaction.tables("").stream({ source: order, operators: [] });
        const texts: number[] = [];
        for (let next = rows.next(); next.done !== true; next = rows.next())
          texts.push(Buffer.byteLength(next.value.text));
        const declared = [...indexes.values()].filter((index) => !BUILT_IN.has(index.name));
        const bytes = texts.reduce((sum, each) => sum + each, 0);
        return { table: name, rows: texts.length, bytes, indexes: declared.length };
      }),
    );
  }

  /** Inserts a row directly, as data from before the first call. */
  insert(table: string, row: Row): Promise<string> {
    return this.#functions.transact((transaction) => transaction.tables("").insert(table, row));
  }

  /** An image without bytes that has an address. */
  addPicture(): Promise<string> {
    return this.#functions.transact((transaction) => {
      const file = { sha256: "", size: 1, contentType: "image/png" };
      const storageId = transaction.system("").insert("_storage", file);
      const place = { uuid: "none", storageId, component: "", upload: null };
      backendTables(transaction).insert("files", place);
      return storageId;
    });
  }

  async join(role: "retailer" | "distributor" | "admin", n: number): Promise<Person> {
    const email = `${role}${n}@example.test`;
    const id = await this.insert("users", {
      ...{ role, name: `${role} ${n}`, email, phone: "+919000000000", address: "1 Market Road" },
      ...(role === "retailer" && { shopName: `Shop ${n}` }),
      ...(role === "distributor" && { companyName: `Company ${n}`, upiId: `company${n}@upi` }),
    });
    const expirationTime = Number.MAX_SAFE_INTEGER;
    const session = await this.insert("authSessions", { userId: id, expirationTime });
    const subject = `${id}|${session}`;
    const claims = { subject, issuer: URL };
    const tokenIdentifier = `${URL}|${subject}`;
    return {
      ...{ id, email },
      identity: { kind: "user", tokenIdentifier, claims, expiresAt: expirationTime },
    };
  }

  async mutate<F extends FunctionReference<"mutation">>(
    person: Person,
    reference: F,
    ...[args]: OptionalRestArgs<F>
  ): Promise<{ value: FunctionReturnType<F>; taken: Taken }> {
    const [name, sent] = callOf(reference, args);
    const { runner } = this.#functions;
    const { outcome } = await runner.mutation(name, sent, person.identity, ORIGIN);
    const value = valueOf(outcome, name) as FunctionReturnType<F>;
    if (this.#reads === undefined) throw new Error(`${name} committed nothing.`);
    return { value, taken: { ...this.#reads, writes: this.#writes } };
  }

  async query<F extends FunctionReference<"query">>(
    person: Person,
    reference: F,
    args: Row = {},
  ): Promise<Pick<Taken, "reads" | "writes"> & { value: FunctionReturnType<F> }> {
    const [name, sent] = callOf(reference, args);
    const snapshot = this.#database.pin();
    try {
      const { runner } = this.#functions;
      const call = { path: name, args: sent, journal: null };
      const run = await runner.query(call, person.identity, snapshot, ORIGIN);
      const value = valueOf(run.outcome, name) as FunctionReturnType<F>;
      return { value, reads: run.readSet.ranges, writes: [] };
    } finally {
      snapshot.release();
    }
  }
}

function callOf(reference: FunctionReference<"query" | "mutation">, args: Row = {}) {
  return [getFunctionName(reference), convexToJson(args)] as const;
}
