/**
 * One client's socket: takes its messages in order, keeps its query set, and
 * sends it one transition after another, each starting where the last ended.
 *
 *             Connect                 AuthError, FatalError, close
 *   greeting ─────────▶ connected ───────────────────────────────▶ closed
 *      └───────────────────────────────────────────────────────────▲
 *
 * It knows neither sockets (see syncServer.ts) nor how queries are shared (see
 * queryCache.ts).
 */
import { randomUUID } from "node:crypto";
import type {
  CallOrigin,
  FunctionRunner,
  Identity,
  Outcome,
  Snapshot,
  Timestamp,
} from "./contracts";
import type {
  AddQuery,
  Authenticate,
  CallRequest,
  ClientMessage,
  Connect,
  Credentials,
  ModifyQuerySet,
  QueryId,
  StateVersion,
} from "./protocol";
import {
  encodeAuthError,
  encodeFatalError,
  encodeModification,
  encodeQueryRemoved,
  encodeResponse,
  encodeTransition,
  parseClientMessage,
  ProtocolError,
} from "./protocol";
import { inChunks } from "./chunks";
import type { Answer, Lease, WatchedQuery as Question } from "./queryCache";
import type { Subscriber, Subscriptions } from "./subscriptions";
import { functionAddress } from "./functionAddress";

/** Convex's own limit of calls that one socket may have under way. */
const MAX_CALLS_UNDER_WAY = 1_000;
/** Messages that wait behind an Authenticate; more is not a client but a flood. */
const MAX_MESSAGES_WAITING = 4_000;
/** Node's timers end here; a token that lives longer is looked at again then. */
const MAX_TIMER_MS = 0x7fff_ffff;

/** Close codes of WebSocket (RFC 6455 §7.4). */
export const CLOSE = {
  protocolError: 1002,
  policy: 1008,
  internalError: 1011,
  tryLater: 1013,
} as const;

/** The way to the client. After `close` nothing is sent. */
export interface Wire {
  /** Several messages go out together or not at all, with nothing between them. */
  send(...messages: readonly string[]): void;
  close(code: number, reason: string): void;
}

/** Who is at the other end of the wire. */
export interface Client {
  readonly origin: Omit<CallOrigin, "requestId">;
  /** Whether it puts transitions together that come in parts. */
  readonly readsChunks: boolean;
}

export interface SessionServices {
  readonly runner: FunctionRunner;
  readonly subscriptions: Subscriptions;
  /** Rejects with a message for the client when the credentials are no good. */
  authenticate(credentials: Credentials): Promise<Identity>;
  durableTs(): Timestamp;
  now(): number;
  /** The client has seen a time that this server has not: must never happen. */
  onTimeTravel(observed: Timestamp): void;
}

type State =
  | { readonly name: "greeting" }
  | { readonly name: "connected"; readonly sessionId: string }
  | { readonly name: "closed" };

interface WatchedQuery {
  readonly added: AddQuery;
  /** Where its page ended when the client last heard of it. */
  journal: string | null;
  lease?: Lease<Subscriber>;
  sent?: Answer;
}

const ANONYMOUS: Identity = { kind: "anonymous" };

/** One advance to one snapshot, as the session stood when it began. */
interface Turn {
  readonly snapshot: Snapshot;
  readonly identity: Identity;
  readonly end: StateVersion;
  readonly removed: readonly string[];
}

function questionOf({ added, journal }: WatchedQuery, identity: Identity): Question {
  return { path: functionAddress(added, identity), args: added.args, journal };
}

export class Session implements Subscriber {
  readonly #services: SessionServices;
  readonly #wire: Wire;
  readonly #client: Client;
  #state: State = { name: "greeting" };
  #identity: Identity = ANONYMOUS;
  /** Whose answers the queries now hold. */
  #sentIdentity: Identity = ANONYMOUS;
  /** What the client has asked for, and what it was last sent. */
  #asked = { querySet: 0, identity: 0 };
  #sent: StateVersion = { querySet: 0, identity: 0, ts: 0 };
  readonly #queries = new Map<QueryId, WatchedQuery>();
  #removed: QueryId[] = [];
  /** A mutation was answered: the client waits for a transition that is at least this new. */
  #owed: Timestamp | null = null;
  #clockSkew: number | null = null;
  #inbox: ClientMessage[] = [];
  #reading = false;
  #callsUnderWay = 0;
  /** Of mutations that are on disk; they leave with the next message, within a turn. */
  readonly #answers: string[] = [];
  /** Answers leave in the order of the calls. */
  #mutationAnswers: Promise<void> = Promise.resolve();
  #expiry: NodeJS.Timeout | undefined;

  constructor(services: SessionServices, wire: Wire, client: Client) {
    this.#services = services;
    this.#wire = wire;
    this.#client = client;
  }

  /** One frame from the client. Never throws: what is wrong with it ends this session only. */
  receive(text: string): void {
    if (this.#state.name === "closed") return;
    try {
      this.#inbox.push(parseClientMessage(text));
    } catch (error) {
      this.#refuse(error);
      return;
    }
    if (this.#inbox.length > MAX_MESSAGES_WAITING) {
      this.#end(CLOSE.tryLater, "TooManyConcurrentRequests: too many messages at once");
      return;
    }
    if (!this.#reading) void this.#read();
  }

  /** The socket is gone, whoever closed it. */
  closed(): void {
    if (this.#state.name === "closed") return;
    this.#state = { name: "closed" };
    clearTimeout(this.#expiry);
    this.#services.subscriptions.forget(this);
    for (const query of this.#queries.values()) this.#release(query);
    this.#queries.clear();
  }

  async #read(): Promise<void> {
    this.#reading = true;
    try {
      for (
        let message = this.#inbox.shift();
        message !== undefined;
        message = this.#inbox.shift()
      ) {
        if (this.#isClosed()) break;
        if (message.type === "Authenticate") await this.#authenticate(message);
        else this.#handle(message);
      }
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#reading = false;
    }
  }

  // A method, because the state changes behind an await.
  #isClosed(): boolean {
    return this.#state.name === "closed";
  }

  #handle(message: Exclude<ClientMessage, Authenticate>): void {
    switch (message.type) {
      case "Connect":
        this.#connect(message);
        break;
      case "ModifyQuerySet":
        this.#modifyQuerySet(message);
        break;
      case "Mutation":
      case "Action":
        this.#call(message);
        break;
      case "Event":
        break;
      default:
        message satisfies never;
    }
  }

  #connect({ sessionId, maxObservedTimestamp, clientTs }: Connect): void {
    if (this.#state.name !== "greeting") throw new ProtocolError("Connect may be said once.");
    this.#state = { name: "connected", sessionId };
    this.#clockSkew = clientTs === null ? null : Math.round(clientTs - this.#services.now());
    if (maxObservedTimestamp !== null && maxObservedTimestamp > this.#services.durableTs()) {
      this.#services.onTimeTravel(maxObservedTimestamp);
      this.#end(CLOSE.internalError, "InternalServerError: the client is ahead of this server");
    }
  }

  #modifyQuerySet({ baseVersion, newVersion, modifications }: ModifyQuerySet): void {
    if (baseVersion !== this.#asked.querySet || newVersion <= baseVersion) {
      throw new ProtocolError(
        `Base version ${baseVersion} does not follow version ${this.#asked.querySet}.`,
      );
    }
    for (const modification of modifications) {
      const { queryId } = modification;
      if (modification.type === "Add") this.#add(modification);
      else this.#remove(queryId);
    }
    this.#asked.querySet = newVersion;
    this.#services.subscriptions.wake(this);
  }

  #add(added: AddQuery): void {
    if (this.#queries.has(added.queryId))
      throw new ProtocolError(`There is already a query ${added.queryId}.`);
    this.#queries.set(added.queryId, { added, journal: added.journal });
  }

  #remove(queryId: QueryId): void {
    const query = this.#queries.get(queryId);
    if (query === undefined) throw new ProtocolError(`There is no query ${queryId}.`);
    this.#release(query);
    this.#queries.delete(queryId);
    this.#removed.push(queryId);
  }

  #release(query: WatchedQuery): void {
    if (query.lease !== undefined) this.#services.subscriptions.queries.release(query.lease);
    delete query.lease;
  }

  async #authenticate({ baseVersion, credentials }: Authenticate): Promise<void> {
    if (baseVersion !== this.#asked.identity) {
      throw new ProtocolError(
        `Base version ${baseVersion} does not follow identity ${this.#asked.identity}.`,
      );
    }
    try {
      this.#identity = await this.#services.authenticate(credentials);
    } catch (error) {
      this.#refuseIdentity(error instanceof Error ? error.message : String(error), true);
      return;
    }
    if (this.#isClosed()) return;
    this.#asked.identity += 1;
    this.#watchExpiry();
    this.#services.subscriptions.wake(this);
  }

  /** A socket that stays open outlives its token unless somebody looks at the clock. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    if (this.#identity.kind !== "user") return;
    const remaining = this.#identity.expiresAt - this.#services.now();
    const wait = Math.min(Math.max(remaining, 0), MAX_TIMER_MS);
    this.#expiry = setTimeout(() => {
      if (!this.#refuseIfExpired()) this.#watchExpiry();
    }, wait);
    this.#expiry.unref();
  }

  #refuseIfExpired(): boolean {
    if (this.#identity.kind !== "user" || this.#identity.expiresAt > this.#services.now())
      return false;
    this.#refuseIdentity("The token has expired.", false);
    return true;
  }

  #refuseIdentity(message: string, attempted: boolean): void {
    if (this.#isClosed()) return;
    this.#say(encodeAuthError(message, this.#asked.identity, attempted));
    this.#end(CLOSE.policy, "Unauthenticated");
  }

  #call(request: CallRequest): void {
    if (this.#refuseIfExpired()) return;
    if (this.#callsUnderWay >= MAX_CALLS_UNDER_WAY) {
      this.#end(CLOSE.tryLater, "TooManyConcurrentRequests: too many calls under way");
      return;
    }
    this.#callsUnderWay += 1;
    if (request.type === "Action") void this.#act(request);
    else this.#mutate(request);
  }

  #origin(): CallOrigin {
    return { ...this.#client.origin, requestId: randomUUID() };
  }

  /** Calls reach the runner's queue in order; each is answered when it is on disk. */
  #mutate(request: CallRequest): void {
    const { runner } = this.#services;
    const key =
      this.#state.name === "connected"
        ? { sessionId: this.#state.sessionId, requestId: request.requestId }
        : undefined;
    const address = functionAddress(request, this.#identity);
    const run = runner.mutation(address, request.args, this.#identity, this.#origin(), key);
    this.#mutationAnswers = this.#mutationAnswers.then(async () => {
      const { outcome, ts = this.#services.durableTs() } = await run;
      this.#callsUnderWay -= 1;
      this.#answer(request, outcome, ts);
    });
  }

  #answer(request: CallRequest, outcome: Outcome, ts: Timestamp): void {
    if (this.#isClosed()) return;
    // The client's promise settles with the next transition that is new enough, and only with one that comes after the answer.
    this.#owed = Math.max(ts, this.#owed ?? 0);
    this.#services.subscriptions.wake(this);
    // Of no use without it: they leave in one piece if the transition comes in the next turn. The round was asked for first.
    if (this.#answers.length === 0) setImmediate(() => this.#say());
    this.#answers.push(encodeResponse(request, outcome, ts));
  }

  async #act(request: CallRequest): Promise<void> {
    const address = functionAddress(request, this.#identity);
    const outcome = await this.#services.runner.action(
      address,
      request.args,
      this.#identity,
      this.#origin(),
    );
    this.#callsUnderWay -= 1;
    if (!this.#isClosed()) this.#say(encodeResponse(request, outcome));
  }

  /** @inheritdoc One transition, if there is anything to say. */
  advance(snapshot: Snapshot): Promise<void> | undefined {
    if (this.#isClosed() || this.#refuseIfExpired()) return undefined;
    // Clients say what they watch behind who they are. One whose mutation was answered before its connection was cut would take an
    // earlier transition for the one that shows the effect, on screens that show nothing yet.
    if (this.#asked.querySet === 0 && this.#owed === null) return undefined;
    const turn: Turn = {
      snapshot,
      identity: this.#identity,
      end: { ...this.#asked, ts: snapshot.ts },
      removed: this.#removed.map(encodeQueryRemoved),
    };
    this.#removed = [];
    const outdated = this.#outdated(turn.identity, snapshot);
    if (!outdated.every((query) => this.#holds(query, turn))) return this.#run(outdated, turn);
    this.#send(
      turn,
      outdated.map((query) => this.#modification(query)),
    );
    return undefined;
  }

  /** @inheritdoc */
  follows(snapshot: Snapshot): boolean {
    const outdated = this.#outdated(this.#identity, snapshot);
    return outdated.length > 0 && outdated.every(({ lease }) => lease?.query.running != null);
  }

  /** A neighbour's turn in this round may have brought the shared answer up to date already. */
  #outdated(identity: Identity, snapshot: Snapshot): WatchedQuery[] {
    const sameCaller = identity === this.#sentIdentity;
    return [...this.#queries.values()].filter(
      ({ lease, sent }) =>
        !sameCaller || lease?.query.isFreshAt(snapshot.ts) !== true || lease.query.answer !== sent,
    );
  }

  #holds(query: WatchedQuery, { identity, snapshot }: Turn): boolean {
    const { lease } = query;
    if (lease === undefined) return false;
    const { queries } = this.#services.subscriptions;
    return queries.holds(lease, questionOf(query, identity), identity, snapshot);
  }

  async #run(outdated: readonly WatchedQuery[], turn: Turn): Promise<void> {
    try {
      // All of them are waited for, also beside one that failed: none may outlive the snapshot.
      const ended = await Promise.allSettled(
        outdated.map((query) => this.#refreshQuery(query, turn)),
      );
      const changed = ended.map((each) => {
        if (each.status === "rejected") throw each.reason;
        return each.value;
      });
      if (!this.#isClosed()) this.#send(turn, changed);
    } catch (error) {
      console.error("A session could not be brought up to date:", error);
      this.#end(CLOSE.internalError, "InternalServerError: the queries could not be run");
    }
  }

  /** The query's modification, or null when the client already has this answer. */
  async #refreshQuery(query: WatchedQuery, { identity, snapshot }: Turn): Promise<string | null> {
    const { queries } = this.#services.subscriptions;
    const { added, lease: held } = query;
    const lease = await queries.watch(questionOf(query, identity), identity, snapshot, this, held);
    if (this.#queries.get(added.queryId) !== query) {
      queries.release(lease);
      return null;
    }
    if (held !== undefined && held !== lease) queries.release(held);
    query.lease = lease;
    return this.#modification(query);
  }

  #modification(query: WatchedQuery): string | null {
    if (query.lease === undefined) return null;
    const { answer, journal } = query.lease.query;
    const known =
      query.sent?.type === answer.type &&
      query.sent.content === answer.content &&
      query.journal === journal;
    query.sent = answer;
    query.journal = journal;
    return known ? null : encodeModification(query.added.queryId, answer, journal);
  }

  #send({ end, identity, removed }: Turn, changed: readonly (string | null)[]): void {
    const modifications = [...removed, ...changed.filter((each) => each !== null)];
    this.#sentIdentity = identity;
    const start = this.#sent;
    const owes = this.#owed !== null && end.ts >= this.#owed;
    const moved = end.querySet !== start.querySet || end.identity !== start.identity;
    if (!owes && !moved && modifications.length === 0) return;
    if (owes) this.#owed = null;
    this.#sent = end;
    const transition = encodeTransition(start, end, modifications, this.#clockSkew);
    this.#say(...(this.#client.readsChunks ? inChunks(transition) : [transition]));
  }

  /** What was not sent yet, and then these. */
  #say(...messages: readonly string[]): void {
    const all = [...this.#answers.splice(0), ...messages];
    if (all.length > 0) this.#wire.send(...all);
  }

  #refuse(error: unknown): void {
    if (this.#isClosed()) return;
    if (error instanceof ProtocolError) {
      this.#say(encodeFatalError(error.message));
      this.#end(CLOSE.protocolError, "The message was not understood");
      return;
    }
    console.error("A session failed:", error);
    this.#end(CLOSE.internalError, "InternalServerError");
  }

  #end(code: number, reason: string): void {
    if (this.#isClosed()) return;
    this.#say();
    this.closed();
    this.#wire.close(code, reason);
  }
}
