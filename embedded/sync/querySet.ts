/**
 * The queries that one client watches by their ids, with the result last sent of each, and the memory that they take. It
 * decides which are outdated; session.ts decides when they run, and queryCache.ts shares runs.
 */
import type { Identity, QueryCall, Snapshot } from "../contracts";
import { functionAddress } from "../functionAddress";
import type { Answer, Text } from "./answer";
import type { AddQuery, QueryId } from "./protocol";
import { encodeModification, LimitError, ProtocolError } from "./protocol";
import { type CallerCall, type Lease, sharedCall } from "../subscriptions/cachedQuery";
import type { QueryCache } from "../subscriptions/queryCache";
import type { Shares } from "./socketLimits";
import { mostWatched } from "./socketLimits";
import type { Subscriber } from "../subscriptions/subscriptions";

/** Screens of lists that have grown long watch some dozens of pages; a client with so many queries is no screen. */
const QUERIES_MAX = 512;
/** Ids that were let go since the last transition; a client that changes its mind so often before it hears anything is a flood. */
const REMOVED_MAX = 8 * QUERIES_MAX;
/** A query's entry here and its places in the indexes of others, beside its arguments and its answer. */
const QUERY_BYTES = 1_024;

/** One of the client's queries. */
export interface Entry {
  readonly added: AddQuery;
  /** The journal of its page as the client last saw it. */
  journal: string | null;
  lease?: Lease<Subscriber>;
  /** Of a function with a shared part: the hold on its viewer query, and the answer with which that part was called. */
  viewer?: { readonly lease: Lease<Subscriber>; readonly answer: Answer };
  sent?: Answer;
  /** Its part of `watched`. */
  bytes: number;
}

/** A change of a query's result, to be sent to the client. */
export interface Change {
  readonly entry: Entry;
  readonly answer: Answer;
  readonly journal: string | null;
}

function toQueryCall({ added, journal }: Entry, identity: Identity): QueryCall {
  return { path: functionAddress(added, identity), args: added.args, journal };
}

/** Returns true when the shared part was called with what the viewer query answers at the snapshot, or there is none. */
function isSeenAlikeAt(viewer: Entry["viewer"], { ts }: Snapshot): boolean {
  if (viewer === undefined) return true;
  const { query } = viewer.lease;
  return query.isFreshAt(ts) && query.answer.isSameAs(viewer.answer);
}

export class QuerySet {
  readonly #queries: QueryCache<Subscriber>;
  readonly #watcher: Subscriber;
  readonly #shares: Shares;
  readonly #byId = new Map<QueryId, Entry>();
  readonly #mostInAll = mostWatched();
  #removed: QueryId[] = [];

  constructor(queries: QueryCache<Subscriber>, watcher: Subscriber, shares: Shares) {
    this.#queries = queries;
    this.#watcher = watcher;
    this.#shares = shares;
  }

  add(added: AddQuery): void {
    if (this.#byId.has(added.queryId))
      throw new ProtocolError(`There is already a query ${added.queryId}.`);
    if (this.#byId.size >= QUERIES_MAX)
      throw new LimitError(`TooManyQueries: more than ${QUERIES_MAX} queries on one socket`);
    if (!this.#shares.incoming.take(QUERY_BYTES + added.bytes))
      throw new LimitError("TooManyQueries: the arguments of the queries are too large");
    this.#byId.set(added.queryId, { added, journal: added.journal, bytes: 0 });
  }

  remove(queryId: QueryId): void {
    const entry = this.#byId.get(queryId);
    if (entry === undefined) throw new ProtocolError(`There is no query ${queryId}.`);
    if (this.#removed.length >= REMOVED_MAX)
      throw new LimitError("TooManyQueries: the queries change faster than they are answered");
    this.#letGo(entry);
    this.#byId.delete(queryId);
    this.#removed.push(queryId);
  }

  /** Lets go of everything. */
  clear(): void {
    for (const entry of this.#byId.values()) this.#letGo(entry);
    this.#byId.clear();
  }

  #letGo(entry: Entry): void {
    if (entry.lease !== undefined) this.#queries.release(entry.lease);
    if (entry.viewer !== undefined) this.#queries.release(entry.viewer.lease);
    delete entry.lease;
    delete entry.viewer;
    this.#shares.incoming.give(QUERY_BYTES + entry.added.bytes);
    this.#shares.watched.give(entry.bytes);
    entry.bytes = 0;
  }

  /** Returns the ids that were let go since the last call of this method. */
  takeRemoved(): readonly QueryId[] {
    const removed = this.#removed;
    this.#removed = [];
    return removed;
  }

  /** Puts back what was taken and not told. */
  putBackRemoved(removed: readonly QueryId[]): void {
    this.#removed = [...removed, ...this.#removed];
  }

  has(entry: Entry): boolean {
    return this.#byId.get(entry.added.queryId) === entry;
  }

  /**
   * Returns the queries whose answers the client does not have. A neighbour's turn in this round may have brought the shared
   * answer up to date already.
   * @param sameCaller - that it was last sent answers for the same caller.
   */
  outdated(snapshot: Snapshot, sameCaller: boolean): Entry[] {
    return [...this.#byId.values()].filter(
      ({ lease, viewer, sent }) =>
        !sameCaller ||
        lease?.query.isFreshAt(snapshot.ts) !== true ||
        lease.query.answer !== sent ||
        !isSeenAlikeAt(viewer, snapshot),
    );
  }

  /** Returns the change if nothing has to run for it. */
  changeAtHand(entry: Entry, identity: Identity, snapshot: Snapshot): Change | undefined {
    const { lease, viewer } = entry;
    if (lease === undefined) return undefined;
    const call = toQueryCall(entry, identity);
    let called: CallerCall = { call, identity };
    if (viewer !== undefined) {
      const viewerCall = this.#queries.viewerCall(call, identity);
      if (viewerCall === undefined || !isSeenAlikeAt(viewer, snapshot)) return undefined;
      if (!this.#queries.holds(viewer.lease, viewerCall, identity, snapshot)) return undefined;
      called = sharedCall(call, viewer.answer);
    }
    if (!this.#queries.holds(lease, called.call, called.identity, snapshot)) return undefined;
    this.#weigh(entry);
    const { answer, journal } = lease.query;
    return { entry, answer, journal };
  }

  /** Resolves with the change, or with null when the query was let go meanwhile. */
  async refresh(entry: Entry, identity: Identity, snapshot: Snapshot): Promise<Change | null> {
    const call = toQueryCall(entry, identity);
    const viewer = await this.#watchViewer(entry, { call, identity }, snapshot);
    const called = viewer === undefined ? { call, identity } : sharedCall(call, viewer.answer);
    const { lease: held, viewer: seenBy } = entry;
    const isSameCall =
      viewer === undefined || seenBy === undefined
        ? viewer === seenBy
        : viewer.answer.isSameAs(seenBy.answer);
    const { lease, answer, journal } = await this.#queries.watch(
      called.call,
      called.identity,
      snapshot,
      this.#watcher,
      isSameCall ? held : undefined,
    );
    if (!this.has(entry)) {
      this.#queries.release(lease);
      if (viewer !== undefined) this.#queries.release(viewer.lease);
      return null;
    }
    if (held !== undefined && held !== lease) this.#queries.release(held);
    if (seenBy !== undefined && seenBy.lease !== viewer?.lease) this.#queries.release(seenBy.lease);
    entry.lease = lease;
    if (viewer === undefined) delete entry.viewer;
    else entry.viewer = viewer;
    this.#weigh(entry);
    return { entry, answer, journal };
  }

  /** Resolves with how the function sees the caller; with undefined if it refuses, or has no shared part: then it runs as a whole. */
  async #watchViewer(
    { viewer: held }: Entry,
    { call, identity }: CallerCall,
    snapshot: Snapshot,
  ): Promise<Entry["viewer"]> {
    const viewerCall = this.#queries.viewerCall(call, identity);
    if (viewerCall === undefined) return undefined;
    const { lease, answer } = await this.#queries.watch(
      viewerCall,
      identity,
      snapshot,
      this.#watcher,
      held?.lease,
    );
    if (answer.type === "QueryUpdated") return { lease, answer };
    if (lease !== held?.lease) this.#queries.release(lease);
    return undefined;
  }

  /** @throws LimitError when the answers of this socket, this address or all together take too much memory. */
  #weigh(entry: Entry): void {
    const { watched } = this.#shares;
    const bytes = (entry.lease?.query.bytes ?? 0) + (entry.viewer?.lease.query.bytes ?? 0);
    const more = bytes - entry.bytes;
    if (more > 0 && (this.#queries.bytes > this.#mostInAll || !watched.take(more)))
      throw new LimitError("TooManyQueries: the answers of the queries are too large");
    if (more < 0) watched.give(-more);
    entry.bytes = bytes;
  }

  /** Returns the modification to send and records it as sent; null when the client already has this answer. */
  takeModification({ entry, answer, journal }: Change): readonly Text[] | null {
    const { sent } = entry;
    const isKnown = sent?.isSameAs(answer) === true && entry.journal === journal;
    entry.sent = answer;
    entry.journal = journal;
    return isKnown ? null : encodeModification(entry.added.queryId, answer, journal);
  }
}
