/**
 * Conflicts on purpose. Here mutations run one after another and never conflict; Convex's own engine runs them side by side,
 * throws a run away whose data changed meanwhile, and runs the function again. With this, a share of all runs is thrown
 * away as there, so that a function that must not run twice, or does not come to its end, is found out before it is deployed.
 */
import { FunctionFailure } from "./failures";
import { seededRandom, stateOf } from "./random";

export interface ContentionOptions {
  /** Of all runs of mutations, from 0 (none) to 1 (all): so many are thrown away at their end. */
  readonly share: number;
  /** The same seed chooses the same runs. */
  readonly seed?: number;
}

/** As Convex's engine has them. */
const MOST_RETRIES = 4;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** In Convex's words. It names the table, and says so when it knows none, as here. */
const MESSAGE =
  "OptimisticConcurrencyControlFailure: Documents read from or written to some table changed while this mutation was being run and on every subsequent retry. See https://docs.convex.dev/error#1";

export class Contention {
  readonly #share: number;
  readonly #chance: () => number;
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor({ share, seed = 0 }: ContentionOptions) {
    this.#share = share;
    this.#chance = seededRandom(stateOf(seed));
  }

  /** Whether the run that is about to be committed is thrown away. */
  strikes(): boolean {
    return this.#chance() < this.#share;
  }

  /** Whether a mutation that conflicted so often is run once more. */
  mayRetry(conflicts: number): boolean {
    return conflicts <= MOST_RETRIES;
  }

  failure(): FunctionFailure {
    return new FunctionFailure(`${MESSAGE}\n`);
  }

  /** Before a run after so many conflicts; others run meanwhile. */
  async pause(conflicts: number): Promise<void> {
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (conflicts - 1), LONGEST_PAUSE_MS) * this.#chance();
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** One client's mutations do not overtake each other while one of them pauses. */
  async inOrder<T>(client: string, work: () => Promise<T>): Promise<T> {
    const earlier = this.#queues.get(client) ?? Promise.resolve();
    const done = earlier.then(work);
    // An error is its caller's alone.
    const ended = done.catch(() => undefined);
    this.#queues.set(client, ended);
    try {
      return await done;
    } finally {
      if (this.#queues.get(client) === ended) this.#queues.delete(client);
    }
  }
}
