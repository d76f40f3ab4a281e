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
  /** Brings the client to the snapshot. Must not reject. */
  advance(snapshot: Snapshot): Promise<void>;
}

/** So many subscribers start before the sockets get a turn to send what is ready. */
const SUBSCRIBERS_PER_TURN = 32;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export class Subscriptions {
  readonly queries: QueryCache<Subscriber>;
  readonly #database: Database;
  readonly #unsubscribe: (() => void)[];
  #waiting = new Set<Subscriber>();
  #rounds: Promise<void> | null = null;
  #stopped = false;

  constructor(database: Database, runner: FunctionRunner) {
    this.#database = database;
    this.queries = new QueryCache(runner, (subscriber) => this.wake(subscriber));
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

  forget(subscriber: Subscriber): void {
    this.#waiting.delete(subscriber);
  }

  /** Resolves when the running round is over; there will be no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#waiting.clear();
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

  async #runRound(subscribers: readonly Subscriber[]): Promise<void> {
    const snapshot = this.#database.pin();
    try {
      this.queries.beginRound();
      const advancing: Promise<void>[] = [];
      for (const [position, subscriber] of subscribers.entries()) {
        advancing.push(subscriber.advance(snapshot));
        if ((position + 1) % SUBSCRIBERS_PER_TURN === 0) await nextTurn();
      }
      await Promise.all(advancing);
    } finally {
      this.queries.endRound();
      snapshot.release();
    }
  }
}
