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
import type { CallOrigin, FunctionRunner, Identity, Outcome, Timestamp } from "../contracts";
import type {
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
  CLOSE,
  encodeAuthError,
  encodeFatalError,
  encodeQueryRemoved,
  encodeResponse,
  encodeTransition,
  LimitError,
  parseClientMessage,
  ProtocolError,
} from "./protocol";
import { inChunks } from "./chunks";
import type { Text } from "./answer";
import type { Change, Entry } from "./querySet";
import { QuerySet } from "./querySet";
import type { Shares } from "./socketLimits";
import { limitShares, FRAME_BYTES_MAX } from "./socketLimits";
import type { Round, Subscriber, Subscriptions } from "../subscriptions/subscriptions";
import type { CallerKeys } from "../callerTime";
import { callerKeys } from "../callerTime";
import { functionAddress } from "../functionAddress";
import { newRequestId } from "../requestId";

/** Messages that wait behind an Authenticate; more is not a client but a flood. */
const MESSAGES_WAITING_MAX = 4_000;
/** The bytes of a call that waits, beside its arguments: its promises and its place in the queue. */
const CALL_BYTES = 1_024;
/** Clients say Connect as soon as their socket is open. */
const GREETING_MS = 10_000;
/** Node's timers end here; a token that lives longer is looked at again then. */
const TIMER_MS_MAX = 0x7fff_ffff;

/** The way to the client. After `close` nothing is sent. */
export interface Wire {
  /** Several messages go out together or not at all, with nothing between them. Each is a string, or texts that follow one another. */
  send(...messages: readonly (string | readonly Text[])[]): void;
  close(code: number, reason: string): void;
}

/** The client at the other end of the connection. */
export interface Client {
  readonly origin: Omit<CallOrigin, "requestId">;
  /** Sockets of one address share its running time. */
  readonly lane: string;
  readonly shares: Shares;
  /** True when the client joins transitions that arrive in parts. */
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

const ANONYMOUS: Identity = { kind: "anonymous" };

/** One advance to one snapshot, as the session stood when it began. */
interface Step {
  readonly round: Round;
  readonly identity: Identity;
  readonly end: StateVersion;
  readonly removed: readonly QueryId[];
}

export class Session implements Subscriber {
  readonly #services: SessionServices;
  readonly #wire: Wire;
  readonly #client: Client;
  #state: State = { name: "greeting" };
  #identity: Identity = ANONYMOUS;
  /** The identity whose results the queries now hold. */
  #sentIdentity: Identity = ANONYMOUS;
  /** The versions that the client asked for, and those that it was last sent. */
  #requested = { querySet: 0, identity: 0 };
  #sent: StateVersion = { querySet: 0, identity: 0, ts: 0 };
  readonly #queries: QuerySet;
  /** A mutation was answered: the client waits for a transition that is at least this new. */
  #owed: Timestamp | null = null;
  #clockSkew: number | null = null;
  #inbox: ClientMessage[] = [];
  /** Somebody says who they are, and that is being looked at. */
  #authenticating = false;
  #reading = false;
  /** The answers of mutations that are on disk; they leave with the next message, within a tick. */
  readonly #answers: string[] = [];
  /** Answers leave in the order of the calls. */
  #mutationAnswers: Promise<void> = Promise.resolve();
  #expiry: NodeJS.Timeout | undefined;
  readonly #greeting: NodeJS.Timeout;

  constructor(services: SessionServices, wire: Wire, client: Client) {
    this.#services = services;
    this.#wire = wire;
    this.#client = client;
    this.#queries = new QuerySet(services.subscriptions.queries, this, client.shares);
    this.#greeting = setTimeout(() => {
      this.#end(CLOSE.policy, "Connect was not said in time");
    }, GREETING_MS);
    this.#greeting.unref();
  }

  get lane(): string {
    return this.#client.lane;
  }

  get callers(): CallerKeys {
    return callerKeys(this.#client.origin.ip, this.lane, this.#identity);
  }

  get isGone(): boolean {
    return this.#isClosed();
  }

  /** Returns false as soon as a token arrives, before it is verified: large calls may follow at once. */
  #isStranger(): boolean {
    return this.#identity.kind === "anonymous" && !this.#authenticating;
  }

  /** One frame from the client. Never throws: what is wrong with it ends this session only. */
  receive(frame: Buffer): void {
    if (this.#isClosed()) return;
    try {
      this.#put(parseClientMessage(frame.toString("utf8")));
    } catch (error) {
      this.#refuse(error);
      return;
    }
    if (!this.#reading) void this.#read();
  }

  /** Convex's clients stop at a FatalError, and would send the same again and again after any other end. */
  refuseFrame(): void {
    if (this.#isClosed()) return;
    this.#say(encodeFatalError(`A message has at most ${FRAME_BYTES_MAX} bytes.`));
    this.#end(CLOSE.tooLarge, "The message is too large");
  }

  #put(message: ClientMessage): void {
    if (this.#state.name === "greeting" && message.type !== "Connect" && this.#inbox.length === 0)
      throw new ProtocolError("Connect must be said first.");
    if (
      this.#inbox.length >= MESSAGES_WAITING_MAX ||
      !this.#client.shares.incoming.take(message.bytes)
    )
      throw new LimitError("TooManyConcurrentRequests: too many messages at once");
    if (message.type === "Authenticate" && message.credentials.kind !== "none") {
      this.#authenticating = true;
      limitShares(this.#client.shares, false);
    }
    this.#inbox.push(message);
  }

  /** The next message, which is not counted any more: what is kept of it is counted where it is kept. */
  #take(): ClientMessage | undefined {
    const message = this.#inbox.shift();
    if (message !== undefined) this.#client.shares.incoming.give(message.bytes);
    return message;
  }

  /** The socket is gone, whoever closed it. */
  closed(): void {
    if (this.#state.name === "closed") return;
    this.#state = { name: "closed" };
    clearTimeout(this.#expiry);
    clearTimeout(this.#greeting);
    this.#services.subscriptions.forget(this);
    this.#queries.clear();
    while (this.#take() !== undefined);
  }

  async #read(): Promise<void> {
    this.#reading = true;
    try {
      for (let message = this.#take(); message !== undefined; message = this.#take()) {
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
    clearTimeout(this.#greeting);
    this.#clockSkew = clientTs === null ? null : Math.round(clientTs - this.#services.now());
    if (maxObservedTimestamp !== null && maxObservedTimestamp > this.#services.durableTs()) {
      this.#services.onTimeTravel(maxObservedTimestamp);
      this.#end(CLOSE.internalError, "InternalServerError: the client is ahead of this server");
    }
  }

  #modifyQuerySet({ baseVersion, newVersion, modifications }: ModifyQuerySet): void {
    if (baseVersion !== this.#requested.querySet || newVersion <= baseVersion) {
      throw new ProtocolError(
        `Base version ${baseVersion} does not follow version ${this.#requested.querySet}.`,
      );
    }
    for (const modification of modifications) {
      if (modification.type === "Add") this.#queries.add(modification);
      else this.#queries.remove(modification.queryId);
    }
    this.#requested.querySet = newVersion;
    this.#services.subscriptions.wake(this);
  }

  async #authenticate({ baseVersion, credentials }: Authenticate): Promise<void> {
    if (baseVersion !== this.#requested.identity) {
      throw new ProtocolError(
        `Base version ${baseVersion} does not follow identity ${this.#requested.identity}.`,
      );
    }
    try {
      this.#identity = await this.#services.authenticate(credentials);
    } catch (error) {
      this.#refuseIdentity(error instanceof Error ? error.message : String(error), true);
      return;
    }
    if (this.#isClosed()) return;
    this.#requested.identity += 1;
    this.#authenticating = this.#inbox.some(({ type }) => type === "Authenticate");
    limitShares(this.#client.shares, this.#isStranger());
    this.#watchExpiry();
    this.#services.subscriptions.wake(this);
  }

  /** A socket that stays open outlives its token unless somebody looks at the clock. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    if (this.#identity.kind !== "user") return;
    const remaining = this.#identity.expiresAt - this.#services.now();
    const wait = Math.min(Math.max(remaining, 0), TIMER_MS_MAX);
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
    this.#say(encodeAuthError(message, this.#requested.identity, attempted));
    this.#end(CLOSE.policy, "Unauthenticated");
  }

  #call(request: CallRequest): void {
    if (this.#refuseIfExpired()) return;
    const { incoming, calls } = this.#client.shares;
    if (!calls.take(1)) throw new LimitError("TooManyConcurrentRequests: too many calls under way");
    if (!incoming.take(CALL_BYTES + request.bytes)) {
      calls.give(1);
      throw new LimitError("TooManyConcurrentRequests: the arguments of calls are too large");
    }
    if (request.type === "Action") this.#act(request);
    else this.#mutate(request);
  }

  /** Counted until here also when the socket is gone: so long the call was kept. */
  #callEnded(request: CallRequest): void {
    this.#client.shares.calls.give(1);
    this.#client.shares.incoming.give(CALL_BYTES + request.bytes);
  }

  #origin(): CallOrigin {
    return { ...this.#client.origin, requestId: newRequestId() };
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
      const { outcome, sendAgain, ts = this.#services.durableTs() } = await run;
      this.#callEnded(request);
      // As on Convex: the client connects again after a pause and sends what was not answered, in its order.
      if (sendAgain !== undefined) this.#end(CLOSE.tryLater, sendAgain);
      else this.#answer(request, outcome, ts);
    });
  }

  #answer(request: CallRequest, outcome: Outcome, ts: Timestamp): void {
    if (this.#isClosed()) return;
    // The client's promise settles with the next transition that is new enough, and only with one that comes after the answer.
    this.#owed = Math.max(ts, this.#owed ?? 0);
    this.#services.subscriptions.wake(this);
    // Of no use without it: they leave in one piece if the transition comes in the next tick. The round was asked for first.
    if (this.#answers.length === 0) setImmediate(() => this.#say());
    this.#answers.push(encodeResponse(request, outcome, ts));
  }

  /** Actions wait in the run queue until they begin; their further time is not counted. */
  #act(request: CallRequest): void {
    const identity = this.#identity;
    const begin = () => {
      void this.#runAction(request, identity);
      return true;
    };
    this.#services.subscriptions.runQueue.add(this.lane, begin, { callers: this.callers });
  }

  async #runAction(request: CallRequest, identity: Identity): Promise<void> {
    const address = functionAddress(request, identity);
    const { runner } = this.#services;
    const outcome = await runner.action(address, request.args, identity, this.#origin());
    this.#callEnded(request);
    if (!this.#isClosed()) this.#say(encodeResponse(request, outcome));
  }

  /** @inheritdoc One transition, if there is anything to say. */
  advance(round: Round): Promise<boolean> | undefined {
    if (this.#isClosed() || this.#refuseIfExpired()) return undefined;
    // Clients send Authenticate before ModifyQuerySet. A client whose mutation was answered before its connection was cut would
    // take an earlier transition for the one that shows the effect, on screens that show nothing yet.
    if (this.#requested.querySet === 0 && this.#owed === null) return undefined;
    const { snapshot } = round;
    const identity = this.#identity;
    const outdated = this.#queries.outdated(snapshot, identity === this.#sentIdentity);
    const step: Step = {
      round,
      identity,
      end: { ...this.#requested, ts: snapshot.ts },
      removed: this.#queries.takeRemoved(),
    };
    try {
      const changes = outdated.map((entry) =>
        this.#queries.changeAtHand(entry, identity, snapshot),
      );
      if (!changes.every((change) => change !== undefined)) return this.#run(outdated, step);
      this.#send(step, changes);
    } catch (error) {
      this.#refuse(error);
    }
    return undefined;
  }

  /** @inheritdoc */
  giveUp(): void {
    this.#end(CLOSE.tryLater, "TooManyQueries: the queries take too long");
  }

  /** The first query begins at once, each other one after waiting in the run queue. */
  async #run(outdated: readonly Entry[], step: Step): Promise<boolean> {
    const { round, identity } = step;
    const changes: (Change | null)[] = [];
    const failures: unknown[] = [];
    const running: Promise<unknown>[] = [];
    let mayRun = true;
    for (const entry of outdated) {
      const change = this.#queries.changeAtHand(entry, identity, round.snapshot);
      if (change !== undefined) {
        changes.push(change);
        continue;
      }
      if (running.length > 0) mayRun = await round.nextRun(this);
      if (!mayRun || this.#isClosed() || failures.length > 0) break;
      const refreshing = this.#queries.refresh(entry, identity, round.snapshot);
      running.push(
        refreshing.then(
          (ended) => changes.push(ended),
          (error: unknown) => failures.push(error),
        ),
      );
    }
    // All of them are waited for, also beside one that failed: none may outlive the snapshot.
    await Promise.all(running);
    if (this.#isClosed()) return true;
    if (failures.length > 0) this.#refuse(failures[0]);
    else if (mayRun) this.#send(step, changes);
    else this.#queries.putBackRemoved(step.removed);
    return mayRun;
  }

  #send({ end, identity, removed }: Step, changes: readonly (Change | null)[]): void {
    const updates = changes
      .filter((change) => change !== null)
      .map((change) => this.#queries.takeModification(change))
      .filter((modification) => modification !== null);
    const modifications = [...removed.map(encodeQueryRemoved), ...updates];
    this.#sentIdentity = identity;
    const start = this.#sent;
    const owes = this.#owed !== null && end.ts >= this.#owed;
    const moved = end.querySet !== start.querySet || end.identity !== start.identity;
    if (!owes && !moved && modifications.length === 0) return;
    if (owes) this.#owed = null;
    this.#sent = end;
    // Clients look at the clock with a new identity; elsewhere the number would make every socket's transition another one.
    const skew = end.identity === start.identity ? null : this.#clockSkew;
    const transition = encodeTransition(start, end, modifications, skew);
    this.#say(...(this.#client.readsChunks ? inChunks(transition) : [transition]));
  }

  /** Sends the pending answers, then these messages. */
  #say(...messages: readonly (string | readonly Text[])[]): void {
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
    if (error instanceof LimitError) {
      this.#end(CLOSE.tryLater, error.message);
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
