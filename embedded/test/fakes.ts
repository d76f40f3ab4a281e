/**
 * A database of named counters and a few functions over it: the smallest implementation
 * of contracts.ts that the sync server can be tested against.
 */
import { makeFunctionReference } from "convex/server";
import type { JSONValue } from "convex/values";
import type {
  CallOrigin,
  Commit,
  CommitReceipt,
  Database,
  FunctionRunner,
  Identity,
  IndexWrite,
  MutationRun,
  Outcome,
  QueryCall,
  QueryRun,
  ReadRange,
  RequestKey,
  Snapshot,
  TableChanges,
  Timestamp,
  Transaction,
} from "../contracts";

/** The fake's functions, as a generated `api` would name them. */
export const counters = {
  get: makeFunctionReference<"query", { name: string }, number>("counters:get"),
  mine: makeFunctionReference<"query", Record<string, never>, string>("counters:mine"),
  shared: makeFunctionReference<"query", Record<string, never>, [level: string, count: number]>(
    "counters:shared",
  ),
  add: makeFunctionReference<"mutation", { name: string }, number>("counters:add"),
  echo: makeFunctionReference<"action", Record<string, unknown>>("counters:echo"),
  noQuery: makeFunctionReference<"query">("counters:nothing"),
  noMutation: makeFunctionReference<"mutation">("counters:nothing"),
};

const INDEX = "/1/by_id";

function unused(): never {
  throw new Error("not part of the fake");
}

function success(value: JSONValue): Outcome {
  return { kind: "success", value, logLines: [] };
}

function failure(message: string): Outcome {
  return { kind: "failure", message, logLines: [] };
}

function keyOf(name: string): Uint8Array {
  return new TextEncoder().encode(name);
}

/** The interval that holds exactly one name. */
function rangeOf(name: string): ReadRange {
  return { index: INDEX, from: keyOf(name), to: keyOf(`${name}\0`) };
}

const EVERYTHING: ReadRange = { index: INDEX, from: new Uint8Array() };

/** Keeps every version, so that snapshots are readable. */
export class FakeDatabase implements Database {
  durableTs: Timestamp;
  readonly failed = new Promise<Error>(() => undefined);
  pinned = 0;
  readonly #versions: { readonly ts: Timestamp; readonly state: ReadonlyMap<string, number> }[];
  readonly #listeners = new Set<(commit: Commit) => void>();

  constructor(now = Date.now() * 1000) {
    this.durableTs = now;
    this.#versions = [{ ts: now, state: new Map() }];
  }

  read(ts: Timestamp, name: string): number {
    return this.#versions.findLast((version) => version.ts <= ts)?.state.get(name) ?? 0;
  }

  sum(ts: Timestamp): number {
    const state =
      this.#versions.findLast((version) => version.ts <= ts)?.state ?? new Map<string, number>();
    return [...state.values()].reduce((total, value) => total + value, 0);
  }

  write(changes: Record<string, number>): Timestamp {
    const ts = this.durableTs + 1;
    const state = new Map([...(this.#versions.at(-1)?.state ?? []), ...Object.entries(changes)]);
    this.#versions.push({ ts, state });
    this.durableTs = ts;
    const writes: IndexWrite[] = Object.keys(changes).map((name) => ({
      index: INDEX,
      key: keyOf(name),
    }));
    for (const listener of this.#listeners) listener({ ts, writes });
    return ts;
  }

  pin(): Snapshot {
    this.pinned += 1;
    let released = false;
    const release = () => {
      if (!released) this.pinned -= 1;
      released = true;
    };
    return { ts: this.durableTs, release };
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  begin(): Transaction {
    return unused();
  }
  beginAt(): Transaction {
    return unused();
  }
  commit(): CommitReceipt {
    return unused();
  }
  onDisk(): Promise<void> {
    return unused();
  }
  discard(): void {
    return unused();
  }
  applySchemas(): Promise<void> {
    return unused();
  }
  findMisfit(): undefined {
    return unused();
  }
  changeTables(): TableChanges {
    return unused();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

type QueryFunction = (
  args: { readonly name: string; readonly bytes: number },
  context: {
    ts: Timestamp;
    db: FakeDatabase;
    identity: Identity;
    journal: string | null;
    viewer: JSONValue | undefined;
  },
) => {
  outcome: Outcome;
  ranges: ReadRange[];
  readIdentity?: boolean;
  journal?: string;
  reusableUntil?: number;
  lendableUntil?: number;
};

const FOREVER = { reusableUntil: Infinity, lendableUntil: Infinity };

const VIEWER = "viewers:level";

const QUERIES: Record<string, QueryFunction> = {
  "counters:get": ({ name }, { ts, db }) => ({
    outcome: success(db.read(ts, name)),
    ranges: [rangeOf(name)],
  }),
  "counters:isPositive": ({ name }, { ts, db }) => ({
    outcome: success(db.read(ts, name) > 0),
    ranges: [rangeOf(name)],
  }),
  "counters:sum": (_args, { ts, db }) => ({ outcome: success(db.sum(ts)), ranges: [EVERYTHING] }),
  "counters:mine": (_args, { identity }) => ({
    outcome: success(identity.kind === "user" ? identity.tokenIdentifier : identity.kind),
    ranges: [],
    readIdentity: true,
  }),
  // Reads the identity only while its counter is positive.
  "counters:sometimesMine": (_args, { ts, db, identity }) => {
    const ask = db.read(ts, "ask") > 0;
    const who = ask && identity.kind === "user" ? identity.tokenIdentifier : "everybody";
    return { outcome: success(who), ranges: [rangeOf("ask")], readIdentity: ask };
  },
  "counters:page": (_args, { ts, db, journal }) => ({
    outcome: success({ end: journal ?? `end@${db.read(ts, "page")}` }),
    ranges: [rangeOf("page")],
    journal: journal ?? `end@${db.read(ts, "page")}`,
  }),
  // Keeps the thread for as many milliseconds.
  "counters:busy": ({ name, bytes: ms }, { ts, db }) => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < ms);
    return { outcome: success(db.read(ts, name)), ranges: [rangeOf(name)] };
  },
  // True for one second of the clock.
  "counters:second": () => {
    const second = Math.floor(Date.now() / 1_000);
    return { outcome: success(second), ranges: [], reusableUntil: (second + 1) * 1_000 };
  },
  // True until a moment that was over when it was answered.
  "counters:late": () => ({
    outcome: success("late"),
    ranges: [],
    reusableUntil: Date.now(),
  }),
  // Reads the clock, and is lent for a second.
  "counters:clock": () => ({
    outcome: success(Date.now()),
    ranges: [],
    lendableUntil: Date.now() + 1_000,
  }),
  // Refuses whose own counter is negative; else says whether it is above zero.
  [VIEWER]: (_args, { ts, db, identity }) => {
    const name = identity.kind === "user" ? identity.tokenIdentifier : "nobody";
    const level = db.read(ts, name);
    const outcome = level < 0 ? failure("Refused.") : success(level > 0 ? "member" : "guest");
    return { outcome, ranges: [rangeOf(name)], readIdentity: true };
  },
  // Its part runs once for all members and once for all guests; whole, it refuses in its own words.
  "counters:shared": (_args, { ts, db, identity, viewer }) => ({
    outcome:
      viewer === undefined ? failure("Not for you.") : success([viewer, db.read(ts, "shared")]),
    ranges: [rangeOf("shared")],
    readIdentity: viewer === undefined || identity.kind !== "anonymous",
  }),
  "counters:unlendable": () => ({ outcome: success(null), ranges: [], lendableUntil: 0 }),
  "counters:large": ({ bytes }) => ({
    outcome: success("x".repeat(bytes)),
    ranges: [rangeOf("large")],
  }),
};

export class FakeRunner implements FunctionRunner {
  readonly runs: string[] = [];
  readonly mutations: string[] = [];
  readonly #db: FakeDatabase;
  readonly #answers = new Map<string, MutationRun>();
  readonly #reloadListeners = new Set<() => void>();
  #queue: Promise<unknown> = Promise.resolve();
  /** Blocks runs until the test resolves it. */
  gate: Promise<void> = Promise.resolve();
  /** The number of callers that it simulates. */
  mutatingCallers = 0;

  constructor(db: FakeDatabase) {
    this.#db = db;
  }

  reload(): void {
    for (const listener of this.#reloadListeners) listener();
  }

  viewerOf(path: string): string | undefined {
    return path === "counters:shared" ? VIEWER : undefined;
  }

  async query(
    { path, args, journal, viewer }: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
  ): Promise<QueryRun> {
    this.runs.push(path);
    await this.gate;
    const run = QUERIES[path];
    const { ts } = snapshot;
    if (run === undefined) {
      const outcome = failure(`Could not find public function for '${path}'.`);
      const readSet = { ranges: [] };
      return { outcome, readSet, ts, journal: () => null, readIdentity: false, ...FOREVER };
    }
    const {
      outcome,
      ranges,
      readIdentity = false,
      journal: ended = null,
      ...limits
    } = run(args as { name: string; bytes: number }, {
      ...{ ts, db: this.#db, identity, journal, viewer },
    });
    return {
      outcome,
      readSet: { ranges },
      ts,
      journal: () => ended,
      readIdentity,
      ...FOREVER,
      ...limits,
    };
  }

  mutation(
    path: string,
    args: JSONValue,
    _identity: Identity,
    _origin: CallOrigin,
    key?: RequestKey,
  ): Promise<MutationRun> {
    const run = this.#queue
      .then(() => this.gate)
      .then(() => this.#mutate(path, args as { name: string }, key));
    this.#queue = run;
    return run;
  }

  #mutate(path: string, args: { readonly name: string }, key: RequestKey | undefined): MutationRun {
    const id = JSON.stringify(key);
    const storedRun = this.#answers.get(id);
    if (key !== undefined && storedRun !== undefined) return storedRun;
    if (path !== "counters:add")
      return { outcome: failure(`Could not find public function for '${path}'.`) };
    const { name } = args;
    this.mutations.push(name);
    const value = this.#db.read(this.#db.durableTs, name) + 1;
    const run = { outcome: success(value), ts: this.#db.write({ [name]: value }) };
    this.#answers.set(id, run);
    return run;
  }

  action(_path: string, args: JSONValue): Promise<Outcome> {
    return Promise.resolve(success(args));
  }

  getKind(path: string): "query" | "mutation" | undefined {
    if (path in QUERIES) return "query";
    return path === "counters:add" ? "mutation" : undefined;
  }

  http(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    return Promise.resolve(
      pathname === "/api/health" ? Response.json({ status: "ok" }) : undefined,
    );
  }

  httpMethods(pathname: string): readonly string[] {
    return pathname === "/api/health" ? ["GET", "HEAD"] : [];
  }

  hasHttpActions(): boolean {
    return true;
  }

  spec(): JSONValue {
    return [];
  }

  onReload(listener: () => void): () => void {
    this.#reloadListeners.add(listener);
    return () => this.#reloadListeners.delete(listener);
  }
}
