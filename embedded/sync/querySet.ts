/**
 * The queries that one client watches by their ids, with the result last sent of each, and the memory that they take. It
 * decides which are outdated; session.ts decides when they run, and queryCache.ts shares runs.
 */
import type { Identity, QueryCall, Snapshot } from "../contracts";
import { functionAddress } from "../functionAddress";
import type { Answer, Text } from "./answer";
import type { AddQuery, QueryId } from "./protocol";
import { encodeModification, LimitError, ProtocolError } from "./protocol";
import type { Lease } from "../subscriptions/cachedQuery";
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
    delete entry.lease;
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
      ({ lease, sent }) =>
        !sameCaller || lease?.query.isFreshAt(snapshot.ts) !== true || lease.query.answer !== sent,
    );
  }

  /** Returns the change if nothing has to run for it. */
  changeAtHand(entry: Entry, identity: Identity, snapshot: Snapshot): Change | undefined {
    const { lease } = entry;
    if (lease === undefined) return undefined;
    if (!this.#queries.holds(lease, toQueryCall(entry, identity), identity, snapshot))
      return undefined;
    this.#weigh(entry, lease);
    const { answer, journal } = lease.query;
    return { entry, answer, journal };
  }

  /** Resolves with the change, or with null when the query was let go meanwhile. */
  async refresh(entry: Entry, identity: Identity, snapshot: Snapshot): Promise<Change | null> {
    const { lease: held } = entry;
    const { lease, answer, journal } = await this.#queries.watch(
      toQueryCall(entry, identity),
      identity,
      snapshot,
      this.#watcher,
      held,
    );
    if (!this.has(entry)) {
      this.#queries.release(lease);
      return null;
    }
    if (held !== undefined && held !== lease) this.#queries.release(held);
    entry.lease = lease;
    this.#weigh(entry, lease);
    return { entry, answer, journal };
  }

  /** @throws LimitError when the answers of this socket, this address or all together take too much memory. */
  #weigh(entry: Entry, { query }: Lease<Subscriber>): void {
    const { watched } = this.#shares;
    const more = query.bytes - entry.bytes;
    if (more > 0 && (this.#queries.bytes > this.#mostInAll || !watched.take(more)))
      throw new LimitError("TooManyQueries: the answers of the queries are too large");
    if (more < 0) watched.give(-more);
    entry.bytes = query.bytes;
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
