/**
 * One run per query, for everybody who watches it. A query is a function, its
 * arguments and, only if the last run asked who is calling, the caller.
 *
 * It decides what must run again and what may be reused; when to run, and who
 * hears of it, is the business of subscriptions.ts.
 */
import type { JSONValue } from "convex/values";
import type {
  CallOrigin,
  Commit,
  FunctionPath,
  FunctionRunner,
  Identity,
  QueryRun,
  Snapshot,
  Timestamp,
} from "../contracts";
import { encodeQueryAnswer } from "../sync/protocol";
import { ReadSets } from "./readSets";
import { canonicalJson } from "../json";

/** A watcher's query. */
export interface WatchedQuery {
  readonly path: FunctionPath;
  readonly args: JSONValue;
  /** The journal that the watcher last received; null at first, and then its page may end anywhere. */
  readonly journal: string | null;
}

/** The result for clients, serialised once. */
export interface Answer {
  readonly type: string;
  readonly content: string;
}

const identityKeys = new WeakMap<Identity, string>();

function keyOf(identity: Identity): string {
  let key = identityKeys.get(identity);
  if (key === undefined) {
    key =
      identity.kind === "anonymous"
        ? ""
        : // Functions see the claims, not when the token ends: a fresh one of the same user changes nothing.
          canonicalJson(
            JSON.parse(JSON.stringify({ ...identity, expiresAt: undefined })) as JSONValue,
          );
    identityKeys.set(identity, key);
  }
  return key;
}

/** Administrators may name functions that nobody else can: their runs are never lent to others. */
type Reach = "admin" | "user";

function reachOf(identity: Identity): Reach {
  return identity.kind === "admin" ? "admin" : "user";
}

/** Queries that no person started have no address of their own. */
const NO_CALLER = { ip: null, userAgent: null } as const;

function originOfRun(): CallOrigin {
  return { ...NO_CALLER, requestId: crypto.randomUUID() };
}

/** Commits are kept for the runs over a pinned snapshot; runs that missed more than so many, */
const MOST_UNSEEN_COMMITS = 2_000;
/** or so many written keys, count as outdated by the first of them. */
const MOST_UNSEEN_WRITES = 50_000;

function writesOf(commits: readonly Commit[]): number {
  return commits.reduce((sum, { writes }) => sum + writes.length, 0);
}

/** In bytes: what one range that a query read takes in memory, its two keys, their names and their places in the index. */
const RANGE_BYTES = 512;

/** One query's newest answer, and what it depends on. */
export class CachedQuery<Watcher> {
  readonly family: QueryFamily<Watcher>;
  readonly watchers = new Set<Lease<Watcher>>();
  /** The identity that it last ran as; its family keeps it under this key unless shared. */
  identityKey: string;
  answer: Answer = { type: "", content: "" };
  /** The journal of the result's page. */
  journal: string | null = null;
  running: Promise<void> | null = null;
  /** About how many bytes of memory it takes: its name, its answer, and what it depends on. */
  bytes: number;
  /** Callers on their way to a lease: they keep the query alive as watchers do. */
  expected = 0;
  /** From this moment on the answer is known to be true, */
  trueFrom: Timestamp = 0;
  /** and from this commit on it is out of date. */
  staleFrom: Timestamp | null = 0;
  /** By the clock it is out of date from this moment on, in milliseconds since the epoch. */
  reusableUntil = Infinity;

  constructor(family: QueryFamily<Watcher>, identityKey: string) {
    this.family = family;
    this.identityKey = identityKey;
    this.bytes = family.key.length;
  }

  isFreshAt(ts: Timestamp): boolean {
    return this.trueFrom <= ts && (this.staleFrom === null || this.staleFrom > ts);
  }
}

/** A result for a watcher at a snapshot, and the hold on the query that reports a newer one. */
export interface Told<Watcher> {
  readonly lease: Lease<Watcher>;
  readonly answer: Answer;
  readonly journal: string | null;
}

/** A watcher's hold on a query, until it is released. */
export interface Lease<Watcher> {
  readonly watcher: Watcher;
  readonly query: CachedQuery<Watcher>;
}

/** The runs of one function with the same arguments, for different callers. */
interface QueryFamily<Watcher> {
  readonly key: string;
  readonly reach: Reach;
  /** The journal that its runs start from. */
  readonly journal: string | null;
  /** Serves everybody: its last run did not ask who is calling. */
  shared: CachedQuery<Watcher> | null;
  readonly byIdentity: Map<string, CachedQuery<Watcher>>;
  /** Of the newest run; null before the first. */
  readsIdentity: boolean | null;
}

export class QueryCache<Watcher> {
  readonly #runner: FunctionRunner;
  readonly #onStale: (watcher: Watcher) => void;
  readonly #families = new Map<string, QueryFamily<Watcher>>();
  readonly #readSets = new ReadSets<CachedQuery<Watcher>>();
  /** The snapshots of the rounds under way. */
  readonly #pinned: Timestamp[] = [];
  /** Commits since the oldest of these: runs over it cannot have seen them. None between rounds. */
  #unseen: Commit[] = [];
  #unseenWrites = 0;
  /** Up to here commits were forgotten, because there were too many. */
  #forgottenUpTo: Timestamp = 0;
  /** Counts reloads, so that a run of old code is not taken for new. */
  #generation = 0;
  #executions = 0;
  #bytes = 0;
  /** No answer's time is over before, in milliseconds since the epoch. */
  #nextExpiry = Infinity;

  /** `onStale` hears of each watcher whose answer a commit put out of date. */
  constructor(runner: FunctionRunner, onStale: (watcher: Watcher) => void) {
    this.#runner = runner;
    this.#onStale = onStale;
  }

  /** The number of function runs. */
  get executions(): number {
    return this.#executions;
  }

  /** About how many bytes of memory all of them take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of different queries that are watched. */
  get size(): number {
    return this.#families.size;
  }

  /** The number of commits that are kept for runs that have not seen them. */
  get unseen(): number {
    return this.#unseen.length;
  }

  /** Must be told when a new snapshot was taken, before the first run over it. */
  beginRound(ts: Timestamp): void {
    this.#pinned.push(ts);
  }

  /** Must be told when the last run over the snapshot is done. */
  endRound(ts: Timestamp): void {
    this.#pinned.splice(this.#pinned.indexOf(ts), 1);
    const oldest = Math.min(...this.#pinned);
    this.#unseen = this.#unseen.filter((commit) => commit.ts > oldest);
    this.#unseenWrites = writesOf(this.#unseen);
  }

  #remember(commit: Commit): void {
    this.#unseen.push(commit);
    this.#unseenWrites += commit.writes.length;
    if (this.#unseenWrites <= MOST_UNSEEN_WRITES && this.#unseen.length <= MOST_UNSEEN_COMMITS)
      return;
    this.#forgottenUpTo = commit.ts;
    this.#unseen = [];
    this.#unseenWrites = 0;
  }

  commit(commit: Commit): void {
    if (this.#pinned.length > 0) this.#remember(commit);
    const touched =
      commit.tablesChanged === true
        ? [...this.#families.values()].flatMap(membersOf)
        : this.#readSets.touchedBy(commit);
    for (const query of touched) this.#outdate(query, commit.ts);
  }

  /** The functions were reloaded: no answer counts any more. */
  clear(): void {
    this.#generation += 1;
    for (const family of this.#families.values()) {
      family.readsIdentity = null;
      for (const query of membersOf(family)) this.#outdate(query, 0);
    }
  }

  /** Puts answers out of date whose time is over. Done before any is used, and has to be done for those who only wait, too. */
  expire(now: number): void {
    if (now < this.#nextExpiry) return;
    this.#nextExpiry = Infinity;
    for (const query of [...this.#families.values()].flatMap(membersOf)) {
      if (query.reusableUntil <= now) this.#outdate(query, 0);
      else this.#nextExpiry = Math.min(this.#nextExpiry, query.reusableUntil);
    }
  }

  #outdate(query: CachedQuery<Watcher>, ts: Timestamp): void {
    if (query.staleFrom !== null && query.staleFrom <= ts) return;
    query.staleFrom = ts;
    for (const { watcher } of query.watchers) this.#onStale(watcher);
  }

  /** Returns true when the watcher's result is current at the round's snapshot, with nothing to run. */
  holds(
    { query }: Lease<Watcher>,
    asked: WatchedQuery,
    identity: Identity,
    snapshot: Snapshot,
  ): boolean {
    this.expire(Date.now());
    return (
      query.isFreshAt(snapshot.ts) && isFiled(query, identity) && serves(query, asked, snapshot)
    );
  }

  /**
   * The query's answer at the round's snapshot, run only if nobody else's run
   * will do. A watcher that holds a lease hands it in, and releases it when it
   * got another one back. An answer that was newer already stays, and the
   * watcher is told of it after its round.
   */
  async watch(
    asked: WatchedQuery,
    identity: Identity,
    snapshot: Snapshot,
    watcher: Watcher,
    held?: Lease<Watcher>,
  ): Promise<Told<Watcher>> {
    this.expire(Date.now());
    let found =
      held !== undefined && isFiled(held.query, identity) && serves(held.query, asked, snapshot)
        ? held.query
        : this.#find(asked, identity);
    for (;;) {
      found.expected += 1;
      try {
        if (!found.isFreshAt(snapshot.ts)) {
          if (found.trueFrom <= snapshot.ts)
            found.running ??= this.#run(found, asked, identity, snapshot);
          await found.running;
        }
        const isFresh = found.isFreshAt(snapshot.ts);
        if (isFiled(found, identity) && (isFresh || found.trueFrom > snapshot.ts)) {
          const lease = found === held?.query ? held : this.#lease(found, watcher);
          if (isFresh) return { lease, answer: found.answer, journal: found.journal };
          return await this.#tellOfThePast(lease, asked, identity, snapshot);
        }
      } finally {
        found.expected -= 1;
        // Nobody may have come for it: it is another caller's, it failed, or it was let go meanwhile.
        this.#dropIfUnused(found);
      }
      found = this.#find(asked, identity);
    }
  }

  /** Somebody else had it run at a later snapshot: that answer stays, and this watcher alone is told of its own. */
  async #tellOfThePast(
    lease: Lease<Watcher>,
    { path, args, journal }: WatchedQuery,
    identity: Identity,
    snapshot: Snapshot,
  ): Promise<Told<Watcher>> {
    this.#executions += 1;
    const run = await this.#runner.query(path, args, identity, snapshot, originOfRun(), journal);
    // The newer answer is waiting.
    this.#onStale(lease.watcher);
    return { lease, answer: encodeQueryAnswer(run.outcome), journal: run.journal };
  }

  /** May be done again: whoever lets go while a query runs lets go of what comes back, too. */
  release(lease: Lease<Watcher>): void {
    lease.query.watchers.delete(lease);
    this.#dropIfUnused(lease.query);
  }

  #lease(query: CachedQuery<Watcher>, watcher: Watcher): Lease<Watcher> {
    const lease = { query, watcher };
    query.watchers.add(lease);
    // A commit newer than the snapshot found no watcher here to tell.
    if (query.staleFrom !== null) this.#onStale(watcher);
    return lease;
  }

  #familyOf(query: WatchedQuery, reach: Reach): QueryFamily<Watcher> {
    const key = JSON.stringify([reach, query.path, canonicalJson(query.args), query.journal]);
    let family = this.#families.get(key);
    if (family === undefined) {
      const { journal } = query;
      family = { key, reach, journal, shared: null, byIdentity: new Map(), readsIdentity: null };
      this.#families.set(key, family);
    }
    return family;
  }

  /** The run that serves this caller, or may turn out to: until one has run, nobody knows whether it asks who is calling. */
  #find(query: WatchedQuery, identity: Identity): CachedQuery<Watcher> {
    const family = this.#familyOf(query, reachOf(identity));
    const identityKey = keyOf(identity);
    const own = family.shared ?? family.byIdentity.get(identityKey);
    if (own !== undefined) return own;
    if (family.readsIdentity !== true) {
      const [first] = family.byIdentity.values();
      if (first !== undefined && first.running !== null) return first;
    }
    const created = new CachedQuery(family, identityKey);
    this.#bytes += created.bytes;
    family.byIdentity.set(identityKey, created);
    return created;
  }

  async #run(
    query: CachedQuery<Watcher>,
    { path, args }: WatchedQuery,
    identity: Identity,
    snapshot: Snapshot,
  ): Promise<void> {
    const generation = this.#generation;
    this.#executions += 1;
    try {
      const { journal } = query.family;
      const run = await this.#runner.query(path, args, identity, snapshot, originOfRun(), journal);
      this.#settle(query, identity, run);
      query.trueFrom = run.ts;
      query.staleFrom = null;
      const missed = generation === this.#generation ? this.#firstUnseenThatTouches(run) : 0;
      if (missed !== null) this.#outdate(query, missed);
    } finally {
      query.running = null;
    }
  }

  #settle(query: CachedQuery<Watcher>, identity: Identity, run: QueryRun): void {
    this.#readSets.set(query, run.readSet);
    query.journal = run.journal;
    query.answer = encodeQueryAnswer(run.outcome);
    query.reusableUntil = run.reusableUntil;
    this.#nextExpiry = Math.min(this.#nextExpiry, run.reusableUntil);

    const { family } = query;
    this.#weigh(
      query,
      family.key.length + query.answer.content.length + run.readSet.ranges.length * RANGE_BYTES,
    );
    const identityKey = keyOf(identity);
    family.readsIdentity = run.readIdentity;
    if (family.shared === query) family.shared = null;
    if (family.byIdentity.get(query.identityKey) === query)
      family.byIdentity.delete(query.identityKey);
    query.identityKey = identityKey;
    this.#file(query, run.readIdentity);
  }

  #weigh(query: CachedQuery<Watcher>, bytes: number): void {
    this.#bytes += bytes - query.bytes;
    query.bytes = bytes;
  }

  /** Puts a query where its family looks for it; one that is in the way leaves. */
  #file(query: CachedQuery<Watcher>, readsIdentity: boolean): void {
    const { family, identityKey } = query;
    const inTheWay = readsIdentity ? family.byIdentity.get(identityKey) : family.shared;
    if (readsIdentity) family.byIdentity.set(identityKey, query);
    else family.shared = query;
    if (inTheWay != null && inTheWay !== query) this.#outdate(inTheWay, 0);
  }

  #firstUnseenThatTouches(run: QueryRun): Timestamp | null {
    if (run.ts < this.#forgottenUpTo) return run.ts + 1;
    if (this.#unseen.length === 0) return null;
    // Both may be large: looked up, not compared one by one.
    const read = new ReadSets<QueryRun>();
    read.set(run, run.readSet);
    const missed = this.#unseen.find(
      (commit) => commit.ts > run.ts && (commit.tablesChanged === true || read.isTouchedBy(commit)),
    );
    return missed?.ts ?? null;
  }

  #dropIfUnused(query: CachedQuery<Watcher>): void {
    if (query.watchers.size > 0 || query.expected > 0) return;
    const { family } = query;
    this.#readSets.remove(query);
    this.#weigh(query, 0);
    query.staleFrom = 0;
    if (family.shared === query) family.shared = null;
    if (family.byIdentity.get(query.identityKey) === query)
      family.byIdentity.delete(query.identityKey);
    if (membersOf(family).length === 0 && this.#families.get(family.key) === family)
      this.#families.delete(family.key);
  }
}

function membersOf<Watcher>(family: QueryFamily<Watcher>): CachedQuery<Watcher>[] {
  const own = [...family.byIdentity.values()];
  return family.shared === null ? own : [family.shared, ...own];
}

/** Returns true when the query is still found where a caller like this one looks for it. */
function isFiled<Watcher>(query: CachedQuery<Watcher>, identity: Identity): boolean {
  const { family } = query;
  if (family.reach !== reachOf(identity)) return false;
  return (
    family.shared === query ||
    (family.shared === null && family.byIdentity.get(keyOf(identity)) === query)
  );
}

/** Returns true when a query's pages end where this watcher's does: always, or as long as it need not run again. */
function serves<Watcher>(
  query: CachedQuery<Watcher>,
  asked: WatchedQuery,
  { ts }: Snapshot,
): boolean {
  if (query.family.journal === asked.journal) return true;
  return query.journal === asked.journal && query.isFreshAt(ts);
}
