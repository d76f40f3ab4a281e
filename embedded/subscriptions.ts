/**
 * From a commit to the screens: collects who needs to hear something and, in
 * rounds, lets each of them advance to one and the same snapshot.
 *
 * One round is one pinned snapshot, so everything that it sends is true at one
 * timestamp. Rounds never overlap: what happens during one waits for the next.
 */
import type { Commit, Database, FunctionRunner, Snapshot } from "./contracts";
import { QueryCache } from "./queryCache";

export interface Subscriber {
  /** Brings the client to the snapshot: at once where no query has to run for it, else later. Must not throw or reject. */
  advance(snapshot: Snapshot): Promise<void> | undefined;
  /** Whether all that it waits for is being run for somebody else: once that is done, it advances at once. */
  follows(snapshot: Snapshot): boolean;
}

/** While so many change something at the same time, */
const CROWD = 4;
/** who only watches is told so often: nobody sees more, and each time takes from those who wait for their turn. */
const PACE_MS = 50;
/** So long may subscribers have the thread before others get a turn. */
const TURN_MS = 2;
/** And so many runs may begin in it: those that begin together end together, and nobody else comes between. */
const RUNS_IN_TURN = 4;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export class Subscriptions {
  readonly queries: QueryCache<Subscriber>;
  readonly #database: Database;
  readonly #mutatingCallers: () => number;
  readonly #unsubscribe: (() => void)[];
  #waiting = new Set<Subscriber>();
  /** Those who are told when the pace allows it. */
  readonly #watching = new Set<Subscriber>();
  #toldAt = -PACE_MS;
  #telling: NodeJS.Timeout | undefined;
  #rounds: Promise<void> | null = null;
  #stopped = false;

  /** @param mutatingCallers - How many change something at the moment. */
  constructor(database: Database, runner: FunctionRunner, mutatingCallers: () => number) {
    this.#database = database;
    this.#mutatingCallers = mutatingCallers;
    this.queries = new QueryCache(runner, (subscriber) => this.#outdated(subscriber));
    this.#unsubscribe = [
      database.onCommit((commit: Commit) => this.queries.commit(commit)),
      runner.onReload(() => this.queries.clear()),
    ];
  }

  /** Asks for a turn in the next round. */
  wake(subscriber: Subscriber): void {
    if (this.#stopped) return;
    this.#waiting.add(subscriber);
    this.#rounds ??= this.#runRounds();
  }

  /** Others changed what it watches. */
  #outdated(subscriber: Subscriber): void {
    if (this.#mutatingCallers() < CROWD) this.wake(subscriber);
    else {
      this.#watching.add(subscriber);
      const wait = Math.max(0, this.#toldAt + PACE_MS - performance.now());
      this.#telling ??= setTimeout(() => this.#tellThoseWhoWatch(), wait);
    }
  }

  #tellThoseWhoWatch(): void {
    this.#telling = undefined;
    this.#toldAt = performance.now();
    for (const subscriber of this.#watching) this.wake(subscriber);
    this.#watching.clear();
  }

  forget(subscriber: Subscriber): void {
    this.#waiting.delete(subscriber);
    this.#watching.delete(subscriber);
  }

  /** Resolves when the running round is over; there will be no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#waiting.clear();
    clearTimeout(this.#telling);
    await this.#rounds;
  }

  async #runRounds(): Promise<void> {
    while (this.#waiting.size > 0) {
      // Answers to mutations that are on disk go out before the transition that shows their effect.
      await nextTurn();
      const subscribers = [...this.#waiting];
      this.#waiting = new Set();
      await this.#runRound(subscribers);
    }
    this.#rounds = null;
  }

  /** Those who follow others are left for later, if they may be, and returned. */
  async #advance(
    subscribers: readonly Subscriber[],
    snapshot: Snapshot,
    mayFollow: boolean,
  ): Promise<readonly Subscriber[]> {
    const advancing: Promise<void>[] = [];
    const followers: Subscriber[] = [];
    let startedAt = performance.now();
    let begun = 0;
    for (const subscriber of subscribers) {
      if (mayFollow && subscriber.follows(snapshot)) followers.push(subscriber);
      else {
        const ending = subscriber.advance(snapshot);
        if (ending !== undefined) {
          advancing.push(ending);
          begun += 1;
        }
      }
      if (begun === RUNS_IN_TURN || performance.now() - startedAt > TURN_MS) {
        await nextTurn();
        startedAt = performance.now();
        begun = 0;
      }
    }
    await Promise.all(advancing);
    return followers;
  }

  async #runRound(subscribers: readonly Subscriber[]): Promise<void> {
    const snapshot = this.#database.pin();
    try {
      this.queries.beginRound();
      // A thousand who wait for one run would each cost a promise of their own.
      const followers = await this.#advance(subscribers, snapshot, true);
      await this.#advance(followers, snapshot, false);
    } finally {
      this.queries.endRound();
      snapshot.release();
    }
  }
}
