/**
 * One run per query, for everybody who asks it while nothing that it read has changed: those who watch it, those who ask once, and
 * those who come later. A query is a function, its arguments and, only if the last run asked who is calling, the caller.
 *
 * It decides what must run again and what may be reused; when to run, and who
 * hears of it, is the business of subscriptions.ts.
 */
import type {
  CallOrigin,
  Commit,
  Database,
  FunctionPath,
  FunctionRunner,
  Identity,
  QueryCall,
  QueryRun,
  Snapshot,
  Timestamp,
} from "../contracts";
import { newRequestId } from "../requestId";
import { Answer } from "../sync/answer";
import type { Lease, QueryFamily } from "./cachedQuery";
import {
  CachedQuery,
  type CallerCall,
  familyKey,
  filedIn,
  isFiled,
  sharedCall,
  toIdentityKey,
  listQueries,
  getReach,
} from "./cachedQuery";
import { IdleQueries } from "./idleQueries";
import { RecentMap } from "../recentMap";
import { ReadSets } from "./readSets";
import { UnseenCommits } from "./unseenCommits";

/** Queries that no person started have no address of their own. */
const NO_CALLER = { ip: null, userAgent: null } as const;

function originOfRun(): CallOrigin {
  return { ...NO_CALLER, requestId: newRequestId() };
}

/** The bytes that one range takes in memory: its two keys, their names and their places in the index. */
const RANGE_BYTES = 512;

/** A request waits for so many runs of others, which may turn out to be for another caller, before it runs by itself. */
const WAITS_MAX = 2;

/** The most calls that are remembered as made once, a number each; one that returns after so many others counts as made once again. */
const MADE_ONCE_MAX = 16_384;

/** Two calls of one number are harmless: one of them is kept a call too early. */
function hashName(name: string): number {
  let number = 0;
  for (let at = 0; at < name.length; at += 1)
    number = (Math.imul(number, 31) + name.charCodeAt(at)) | 0;
  return number;
}

/** A result for a watcher at a snapshot, and the hold on the query that reports a newer one. */
export interface Notification<Watcher> {
  readonly lease: Lease<Watcher>;
  readonly answer: Answer;
  readonly journal: string | null;
}

/** Hears of each call that an earlier or simultaneous run answered. */
export type ReuseListener = (path: FunctionPath, answer: Answer) => void;

export class QueryCache<Watcher> {
  readonly #database: Pick<Database, "durableTs" | "pin">;
  readonly #runner: FunctionRunner;
  readonly #onStale: (watcher: Watcher) => void;
  readonly #families = new Map<string, QueryFamily<Watcher>>();
  readonly #readSets = new ReadSets<CachedQuery<Watcher>>();
  readonly #unseen = new UnseenCommits();
  readonly #idle = new IdleQueries<CachedQuery<Watcher>>();
  /** Calls whose answers were not kept, because nobody had made them before. */
  readonly #madeOnce = new RecentMap<number, true>(MADE_ONCE_MAX);
  /** Counts reloads, so that a run of old code is not taken for new. */
  #generation = 0;
  #executions = 0;
  #reuses = 0;
  #bytes = 0;
  #isClosed = false;
  #onReuse: ReuseListener = () => undefined;
  /** No answer's time is over before, in milliseconds since the epoch. */
  #nextExpiry = Infinity;

  /** `onStale` hears of each watcher whose answer a commit put out of date. */
  constructor(
    database: Pick<Database, "durableTs" | "pin">,
    runner: FunctionRunner,
    onStale: (watcher: Watcher) => void,
  ) {
    this.#database = database;
    this.#runner = runner;
    this.#onStale = onStale;
  }

  onReuse(listener: ReuseListener): void {
    this.#onReuse = listener;
  }

  /** The number of function runs. */
  get executions(): number {
    return this.#executions;
  }

  /** The number of calls that were answered from the run of an earlier or simultaneous one. */
  get reuses(): number {
    return this.#reuses;
  }

  /** About how many bytes of memory the watched queries take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** About how many bytes of memory those take that nobody watches. */
  get idleBytes(): number {
    return this.#idle.bytes;
  }

  /** The number of different queries that are watched. */
  get size(): number {
    const isWatched = ({ watchers }: CachedQuery<Watcher>) => watchers.size > 0;
    return [...this.#families.values()].filter((family) => listQueries(family).some(isWatched))
      .length;
  }

  /** The number of commits that are kept for runs that have not seen them. */
  get unseen(): number {
    return this.#unseen.size;
  }

  /** Must be told when a new snapshot was taken, before the first run over it. */
  beginRound(ts: Timestamp): void {
    this.#unseen.begin(ts);
  }

  /** Must be told when the last run over the snapshot is done. */
  endRound(ts: Timestamp): void {
    this.#unseen.end(ts);
  }

  commit(commit: Commit): void {
    this.#unseen.add(commit);
    const touched =
      commit.tablesChanged === true
        ? [...this.#families.values()].flatMap(listQueries)
        : this.#readSets.touchedBy(commit);
    for (const query of touched) this.#outdate(query, commit.ts);
  }

  /** The functions were reloaded: no answer counts any more. */
  clear(): void {
    this.#generation += 1;
    for (const family of this.#families.values()) {
      family.readsIdentity = null;
      for (const query of listQueries(family)) this.#outdate(query, 0);
    }
  }

  /** Puts answers out of date whose time is over. Done before any is used, and has to be done for those who only wait, too. */
  expire(now: number): void {
    if (now < this.#nextExpiry) return;
    this.#nextExpiry = Infinity;
    for (const query of [...this.#families.values()].flatMap(listQueries)) {
      if (query.reusableUntil <= now) this.#outdate(query, 0);
      else this.#nextExpiry = Math.min(this.#nextExpiry, query.reusableUntil);
    }
  }

  /** Nothing is reused any more: commits are not heard of. */
  close(): void {
    this.#isClosed = true;
    for (const query of this.#idle.clear()) this.#forget(query);
  }

  #outdate(query: CachedQuery<Watcher>, ts: Timestamp): void {
    if (query.staleFrom !== null && query.staleFrom <= ts) return;
    query.staleFrom = ts;
    for (const { watcher } of query.watchers) this.#onStale(watcher);
    // Nobody would run it again.
    if (this.#idle.delete(query)) this.#forget(query);
  }

  /** Returns true when the watcher's result is current at the round's snapshot, with nothing to run. */
  holds(
    { query }: Lease<Watcher>,
    call: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
  ): boolean {
    this.expire(Date.now());
    return (
      query.isFreshAt(snapshot.ts) &&
      isFiled(query, call, identity) &&
      serves(query, call, snapshot)
    );
  }

  /**
   * The query's answer at the round's snapshot, run only if nobody else's run
   * will do. A watcher that holds a lease hands it in, and releases it when it
   * got another one back. An answer that was newer already stays, and the
   * watcher is told of it after its round.
   */
  async watch(
    call: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
    watcher: Watcher,
    held?: Lease<Watcher>,
  ): Promise<Notification<Watcher>> {
    this.expire(Date.now());
    const isHeld =
      held !== undefined &&
      isFiled(held.query, call, identity) &&
      serves(held.query, call, snapshot);
    let found = isHeld ? held.query : this.#find(call, identity);
    for (;;) {
      this.#enter(found);
      try {
        if (!found.isFreshAt(snapshot.ts)) {
          if (found.trueFrom <= snapshot.ts)
            found.running ??= this.#run(found, call, identity, snapshot, originOfRun());
          await found.running;
        } else if (!isHeld) this.#reuse(found, call);
        const isFresh = found.isFreshAt(snapshot.ts);
        if (isFiled(found, call, identity) && (isFresh || found.trueFrom > snapshot.ts)) {
          const lease = found === held?.query ? held : this.#lease(found, watcher);
          if (isFresh) return { lease, answer: found.answer, journal: found.journal };
          return await this.#runForSnapshot(lease, call, identity, snapshot);
        }
      } finally {
        // Nobody may have come for it: it is another caller's, it failed, or it was let go meanwhile.
        this.#leave(found);
      }
      found = this.#find(call, identity);
    }
  }

  /** Returns the query that says how the called function sees its caller; undefined for one without a shared part. */
  viewerCall({ path, isOwn = false }: QueryCall, identity: Identity): QueryCall | undefined {
    if (isOwn || identity.kind === "admin") return undefined;
    const viewer = this.#runner.viewerOf(path);
    return viewer === undefined
      ? undefined
      : { path: viewer, args: {}, journal: null, isOwn: true };
  }

  /** Returns what answers a request that arrived now, if nothing has to run for it. */
  atHand(call: QueryCall, identity: Identity): Answer | undefined {
    const viewerCall = this.viewerCall(call, identity);
    if (viewerCall === undefined) return this.#atHand({ call, identity });
    const viewed = this.#atHand({ call: viewerCall, identity });
    return viewed && this.#atHand(sharedCall(call, viewed));
  }

  #atHand({ call, identity }: CallerCall): Answer | undefined {
    const reach = getReach(call, identity);
    const family = this.#families.get(familyKey(call, reach));
    const found = family && filedIn(family, identity);
    if (found?.isLendableAt(this.#database.durableTs) !== true || this.#isClosed) return undefined;
    this.#reuse(found, call);
    return found.answer;
  }

  #reuse(query: CachedQuery<Watcher>, { path }: QueryCall): void {
    this.#reuses += 1;
    this.#onReuse(path, query.answer);
    query.isReused = true;
    if (!this.#idle.delete(query)) return;
    this.#idle.add(query);
    this.#evict();
  }

  /** Answers a request that arrived now, by an answer at hand, a run under way that turns out to serve it, or a run of its own. */
  async answer(call: QueryCall, identity: Identity, origin: CallOrigin): Promise<Answer> {
    const viewerCall = this.viewerCall(call, identity);
    const atHand = this.atHand(call, identity);
    if (atHand !== undefined) return atHand;
    const snapshot = this.#database.pin();
    this.beginRound(snapshot.ts);
    try {
      if (viewerCall !== undefined) {
        const viewer = { call: viewerCall, identity };
        const isOfSnapshot = (query: CachedQuery<Watcher>) => query.isFreshAt(snapshot.ts);
        const viewed = await this.#answerAt(snapshot, viewer, origin, isOfSnapshot);
        // Both parts are of one snapshot. Whoever is refused gets the function's own words.
        if (viewed.type === "QueryUpdated")
          return await this.#answerAt(snapshot, sharedCall(call, viewed), origin, isOfSnapshot);
      }
      return await this.#answerAt(snapshot, { call, identity }, origin);
    } finally {
      this.endRound(snapshot.ts);
      snapshot.release();
    }
  }

  /** Answers a request with the snapshot of its arrival, or with a newer answer that `isOfUse`. */
  async #answerAt(
    snapshot: Snapshot,
    { call, identity }: CallerCall,
    origin: CallOrigin,
    isOfUse: (query: CachedQuery<Watcher>) => boolean = () => true,
  ): Promise<Answer> {
    for (let waits = 0; waits <= WAITS_MAX && !this.#isClosed; waits += 1) {
      const found = this.#find(call, identity);
      if (found.isLendableAt(snapshot.ts) && isOfUse(found)) {
        this.#reuse(found, call);
        return found.answer;
      }
      if (found.running === null) {
        // A failure that others watch is current, and a newer answer stays.
        if (found.isFreshAt(snapshot.ts) || found.trueFrom > snapshot.ts) break;
        return this.#runFor(found, { call, identity }, origin, snapshot);
      }
      this.#enter(found);
      await found.running;
      this.#leave(found);
    }
    this.#executions += 1;
    return new Answer((await this.#runner.query(call, identity, snapshot, origin)).outcome);
  }

  /** Runs for a request. The answer is kept from the second one on, or if others came for it meanwhile. */
  async #runFor(
    query: CachedQuery<Watcher>,
    { call, identity }: CallerCall,
    origin: CallOrigin,
    snapshot: Snapshot,
  ): Promise<Answer> {
    this.#enter(query);
    try {
      const isKept = (run: QueryRun) =>
        query.expected > 1 || query.watchers.size > 0 || this.#isMadeAgain(query, identity, run);
      query.running = this.#run(query, call, identity, snapshot, origin, isKept);
      return await query.running;
    } finally {
      this.#leave(query);
    }
  }

  /** Returns false for the first call by this caller, or by anybody if the function did not read the identity. */
  #isMadeAgain({ family }: CachedQuery<Watcher>, identity: Identity, run: QueryRun): boolean {
    const number = hashName(run.readIdentity ? family.key + toIdentityKey(identity) : family.key);
    const isAgain = this.#madeOnce.get(number) === true;
    if (!isAgain) this.#madeOnce.set(number, true);
    return isAgain;
  }

  /** Somebody else had it run at a later snapshot: that answer stays, and this watcher alone is told of its own. */
  async #runForSnapshot(
    lease: Lease<Watcher>,
    call: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
  ): Promise<Notification<Watcher>> {
    this.#executions += 1;
    const run = await this.#runner.query(call, identity, snapshot, originOfRun());
    // The newer answer is waiting.
    this.#onStale(lease.watcher);
    return { lease, answer: new Answer(run.outcome), journal: run.journal() };
  }

  /** May be done again: whoever lets go while a query runs lets go of what comes back, too. */
  release(lease: Lease<Watcher>): void {
    lease.query.watchers.delete(lease);
    this.#letGoIfUnused(lease.query);
  }

  #lease(query: CachedQuery<Watcher>, watcher: Watcher): Lease<Watcher> {
    const lease = { query, watcher };
    query.watchers.add(lease);
    // A commit newer than the snapshot found no watcher here to tell.
    if (query.staleFrom !== null) this.#onStale(watcher);
    return lease;
  }

  #getOrCreateFamily(call: QueryCall, identity: Identity): QueryFamily<Watcher> {
    const reach = getReach(call, identity);
    const key = familyKey(call, reach);
    const existing = this.#families.get(key);
    const filed = existing && filedIn(existing, identity);
    // It may be nobody's, and go with its family.
    if (filed?.mayBeLentAt(Date.now()) === false) this.#outdate(filed, 0);
    let family = this.#families.get(key);
    if (family === undefined) {
      const { journal } = call;
      family = { key, reach, journal, shared: null, byIdentity: new Map(), readsIdentity: null };
      this.#families.set(key, family);
    }
    return family;
  }

  /** The run that serves this new caller, or may turn out to: until one has run, nobody knows whether it asks who is calling. */
  #find(call: QueryCall, identity: Identity): CachedQuery<Watcher> {
    const family = this.#getOrCreateFamily(call, identity);
    const filed = filedIn(family, identity);
    if (filed !== undefined) return filed;
    if (family.readsIdentity !== true) {
      const [first] = family.byIdentity.values();
      if (first !== undefined && first.running !== null) return first;
    }
    const identityKey = toIdentityKey(identity);
    const created = new CachedQuery(family, identityKey);
    this.#bytes += created.bytes;
    family.byIdentity.set(identityKey, created);
    return created;
  }

  async #run(
    query: CachedQuery<Watcher>,
    call: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
    origin: CallOrigin,
    isKept: (run: QueryRun) => boolean = () => true,
  ): Promise<Answer> {
    const generation = this.#generation;
    this.#executions += 1;
    try {
      const { journal } = query.family;
      const run = await this.#runner.query({ ...call, journal }, identity, snapshot, origin);
      if (!isKept(run)) {
        this.#drop(query);
        return new Answer(run.outcome);
      }
      this.#settle(query, identity, run);
      query.trueFrom = run.ts;
      query.staleFrom = null;
      const missed = generation === this.#generation ? this.#unseen.firstThatTouches(run) : 0;
      if (missed !== null) this.#outdate(query, missed);
      return query.answer;
    } finally {
      query.running = null;
    }
  }

  #settle(query: CachedQuery<Watcher>, identity: Identity, run: QueryRun): void {
    this.#readSets.set(query, run.readSet);
    query.getJournal = run.journal;
    query.answer = new Answer(run.outcome);
    query.ranAt = Date.now();
    query.lendableUntil = run.lendableUntil;
    query.reusableUntil = run.reusableUntil;
    this.#nextExpiry = Math.min(this.#nextExpiry, run.reusableUntil);

    const { family } = query;
    this.#weigh(
      query,
      family.key.length + query.answer.content.length + run.readSet.ranges.length * RANGE_BYTES,
    );
    const identityKey = toIdentityKey(identity);
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

  /** A caller is on its way to the query. */
  #enter(query: CachedQuery<Watcher>): void {
    query.expected += 1;
    if (this.#idle.delete(query)) this.#bytes += query.bytes;
  }

  #leave(query: CachedQuery<Watcher>): void {
    query.expected -= 1;
    this.#letGoIfUnused(query);
  }

  #letGoIfUnused(query: CachedQuery<Watcher>): void {
    if (query.watchers.size > 0 || query.expected > 0) return;
    // Its last watcher may leave twice.
    if (this.#idle.has(query)) return;
    this.#bytes -= query.bytes;
    const isOfUse = !this.#isClosed && query.isLendableAt(this.#database.durableTs);
    if (!isOfUse || !this.#idle.add(query)) this.#forget(query);
    this.#evict();
  }

  /** Drops a query at once: before its caller is told, another might find it, with no commit to put it out of date. */
  #drop(query: CachedQuery<Watcher>): void {
    this.#weigh(query, 0);
    this.#forget(query);
  }

  #evict(): void {
    for (let old = this.#idle.evict(); old !== undefined; old = this.#idle.evict())
      this.#forget(old);
  }

  #forget(query: CachedQuery<Watcher>): void {
    const { family } = query;
    this.#readSets.remove(query);
    query.bytes = 0;
    query.staleFrom = 0;
    if (family.shared === query) family.shared = null;
    if (family.byIdentity.get(query.identityKey) === query)
      family.byIdentity.delete(query.identityKey);
    if (listQueries(family).length === 0 && this.#families.get(family.key) === family)
      this.#families.delete(family.key);
  }
}

/** Returns true when a query's pages end where this watcher's does: always, or as long as it need not run again. */
function serves<Watcher>(query: CachedQuery<Watcher>, call: QueryCall, { ts }: Snapshot): boolean {
  if (query.family.journal === call.journal) return true;
  return query.journal === call.journal && query.isFreshAt(ts);
}
