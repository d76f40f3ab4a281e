/**
 * Pushes commits to clients: collects the subscribers that a commit affects and, in rounds, advances each of them to the same
 * snapshot.
 *
 * One round is one pinned snapshot, so everything that it sends is true at one timestamp. Rounds of one kind never overlap: a
 * commit during a round waits for the next. There are two kinds, so that slow queries delay nobody else: their subscribers leave
 * the quick round for a slow one, which has a snapshot of its own and may run beside many quick ones.
 */
import type { Commit, Database, FunctionRunner, Snapshot } from "../contracts";
import type { CallerKeys } from "../callerTime";
import { QueryCache } from "./queryCache";
import type { Begin } from "./runQueue";
import { RunQueue } from "./runQueue";

/** One advance of many subscribers to one snapshot. */
export interface Round {
  readonly snapshot: Snapshot;
  /** Resolves with true when the subscriber may run one more query, with false when it has had its part of this round. */
  nextRun(subscriber: Subscriber): Promise<boolean>;
}

export interface Subscriber {
  /** Subscribers of one lane share its running time. */
  readonly lane: string;
  /** The caller that is charged for its queries. */
  readonly callers: CallerKeys;
  /** Nothing more is to be told to it. */
  readonly isGone: boolean;
  /**
   * Brings the client to the snapshot: at once where no query has to run for it, else later. Resolves with false, with nothing
   * sent, when it had its part of the round before it was done. Must not throw or reject.
   */
  advance(round: Round): Promise<boolean> | undefined;
  /** Called when all its rounds together were not enough. */
  giveUp(): void;
}

/** The number of callers mutating at the same time at which updates of mere watchers are paced. */
const CROWD = 4;
/** The interval of paced updates: nobody sees more, and each one takes time from the mutations that wait. */
const PACE_MS = 50;
/** The time that one lane's queries may use in a quick round. */
const QUICK_MS = 50;
/** The time after which no more queries begin in a slow round: a pinned snapshot keeps the store from reusing room. */
const SLOW_ROUND_MS = 10_000;
/** Answers whose time is over are looked for so often: they are too old by days' ends, and good for days more. */
const EXPIRY_EVERY_MS = 60_000;
/** A client that so many slow rounds could not bring up to date is let go. */
const SLOW_ROUNDS = 6;

interface Kind {
  waiting: Set<Subscriber>;
  rounds: Promise<void> | null;
  readonly isSlow: boolean;
}

export class Subscriptions {
  readonly queries: QueryCache<Subscriber>;
  readonly #database: Database;
  /** Shared by all that runs queries or begins actions. */
  readonly runQueue: RunQueue;
  readonly #mutatingCallers: () => number;
  readonly #unsubscribe: (() => void)[];
  readonly #quick: Kind = { waiting: new Set(), rounds: null, isSlow: false };
  readonly #slow: Kind = { waiting: new Set(), rounds: null, isSlow: true };
  /** Subscribers of slow rounds, with the number of rounds that were not enough. */
  readonly #slowOnes = new Map<Subscriber, number>();
  /** Subscribers that are updated when the pace allows it. */
  readonly #watching = new Set<Subscriber>();
  #pacedAt = -PACE_MS;
  #pacing: NodeJS.Timeout | undefined;
  readonly #expiring: NodeJS.Timeout;
  #stopped = false;

  /** @param mutatingCallers - How many change something at the moment. */
  constructor(
    database: Database,
    runner: FunctionRunner,
    mutatingCallers: () => number,
    runQueue = new RunQueue(),
  ) {
    this.#database = database;
    this.#mutatingCallers = mutatingCallers;
    this.runQueue = runQueue;
    this.queries = new QueryCache(database, runner, (subscriber) => this.#outdated(subscriber));
    this.#expiring = setInterval(() => this.queries.expire(Date.now()), EXPIRY_EVERY_MS);
    this.#expiring.unref();
    this.#unsubscribe = [
      database.onCommit((commit: Commit) => this.queries.commit(commit)),
      runner.onReload(() => this.queries.clear()),
    ];
  }

  /** Includes the subscriber in the next round. */
  wake(subscriber: Subscriber): void {
    if (this.#stopped) return;
    const kind = this.#slowOnes.has(subscriber) ? this.#slow : this.#quick;
    kind.waiting.add(subscriber);
    kind.rounds ??= this.#runRounds(kind);
  }

  /** Others changed what it watches. */
  #outdated(subscriber: Subscriber): void {
    if (this.#mutatingCallers() < CROWD) this.wake(subscriber);
    else {
      this.#watching.add(subscriber);
      const wait = Math.max(0, this.#pacedAt + PACE_MS - performance.now());
      this.#pacing ??= setTimeout(() => this.#wakePaced(), wait);
    }
  }

  #wakePaced(): void {
    this.#pacing = undefined;
    this.#pacedAt = performance.now();
    for (const subscriber of this.#watching) this.wake(subscriber);
    this.#watching.clear();
  }

  forget(subscriber: Subscriber): void {
    this.#quick.waiting.delete(subscriber);
    this.#slow.waiting.delete(subscriber);
    this.#slowOnes.delete(subscriber);
    this.#watching.delete(subscriber);
  }

  /** Resolves when the running rounds are over; there will be no others. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.queries.close();
    this.#quick.waiting.clear();
    this.#slow.waiting.clear();
    clearTimeout(this.#pacing);
    clearInterval(this.#expiring);
    await Promise.all([this.#quick.rounds, this.#slow.rounds]);
  }

  async #runRounds(kind: Kind): Promise<void> {
    while (kind.waiting.size > 0) {
      // Answers to mutations that are on disk go out before the transition that shows their effect.
      await new Promise((resolve) => setImmediate(resolve));
      const subscribers = kind.waiting;
      kind.waiting = new Set();
      if (subscribers.size > 0) await this.#runRound(subscribers, kind.isSlow);
    }
    kind.rounds = null;
  }

  async #runRound(subscribers: ReadonlySet<Subscriber>, isSlow: boolean): Promise<void> {
    const snapshot = this.#database.pin();
    const round = new OneRound(snapshot, this.runQueue, isSlow);
    this.queries.beginRound(snapshot.ts);
    try {
      await round.advanceAll(subscribers, (subscriber, isDone) => {
        if (isSlow) this.#endedSlowly(subscriber, isDone, round);
        else if (!isDone) this.#slowDown(subscriber);
      });
    } finally {
      this.queries.endRound(snapshot.ts);
      snapshot.release();
    }
  }

  #slowDown(subscriber: Subscriber): void {
    if (subscriber.isGone) return;
    this.#quick.waiting.delete(subscriber);
    this.#slowOnes.set(subscriber, 0);
    this.wake(subscriber);
  }

  #endedSlowly(subscriber: Subscriber, isDone: boolean, round: OneRound): void {
    const rounds = this.#slowOnes.get(subscriber);
    // It is gone.
    if (rounds === undefined) return;
    if (!isDone && rounds + 1 >= SLOW_ROUNDS) {
      subscriber.giveUp();
    } else if (!isDone) {
      this.#slowOnes.set(subscriber, rounds + 1);
      this.wake(subscriber);
    } else if (round.usedBy(subscriber.lane) > QUICK_MS) {
      this.#slowOnes.set(subscriber, 0);
    } else {
      this.#slowOnes.delete(subscriber);
      // What happened meanwhile goes with it.
      if (this.#slow.waiting.delete(subscriber)) this.wake(subscriber);
    }
  }
}

class OneRound implements Round {
  readonly snapshot: Snapshot;
  readonly #runQueue: RunQueue;
  readonly #isSlow: boolean;
  readonly #startedAt = performance.now();
  /** The time that each lane has used. */
  readonly #usedMs = new Map<string, number>();

  constructor(snapshot: Snapshot, runQueue: RunQueue, isSlow: boolean) {
    this.snapshot = snapshot;
    this.#runQueue = runQueue;
    this.#isSlow = isSlow;
  }

  usedBy(lane: string): number {
    return this.#usedMs.get(lane) ?? 0;
  }

  /** Resolves when each has ended, and was told of. */
  advanceAll(
    subscribers: ReadonlySet<Subscriber>,
    ended: (subscriber: Subscriber, isDone: boolean) => void,
  ): Promise<void> {
    return new Promise((resolve) => {
      let remaining = subscribers.size;
      for (const subscriber of subscribers) {
        const end = (isDone: boolean) => {
          ended(subscriber, isDone);
          remaining -= 1;
          if (remaining === 0) resolve();
        };
        const begin = () => {
          if (!this.#hasRoom(subscriber)) {
            end(false);
            return false;
          }
          const advancing = subscriber.advance(this);
          if (advancing === undefined) end(true);
          else void advancing.then(end);
          return advancing !== undefined;
        };
        this.#add(subscriber, begin);
      }
    });
  }

  nextRun(subscriber: Subscriber): Promise<boolean> {
    return new Promise((resolve) => {
      this.#add(subscriber, () => {
        const mayRun = this.#hasRoom(subscriber);
        resolve(mayRun);
        return mayRun;
      });
    });
  }

  /** Adds a query to the round. In a quick round all wait for the last one, so that nobody may pause there. */
  #add({ lane, callers }: Subscriber, begin: Begin): void {
    const spend = (ms: number) => this.#spend(lane, ms);
    this.#runQueue.add(lane, begin, { callers, spend, ignoresPauses: !this.#isSlow });
  }

  #spend(lane: string, ms: number): void {
    this.#usedMs.set(lane, this.usedBy(lane) + ms);
  }

  #hasRoom({ lane, callers }: Subscriber): boolean {
    if (this.#isSlow) return performance.now() - this.#startedAt < SLOW_ROUND_MS;
    return this.usedBy(lane) < QUICK_MS && !this.#runQueue.pauses(callers);
  }
}
