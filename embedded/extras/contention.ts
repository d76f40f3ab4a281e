/**
 * Conflicts on purpose, around the executor. Here mutations run one after another and never conflict; Convex's own engine runs
 * them side by side, discards a run whose data changed meanwhile, and runs the function again. This executor discards a share of
 * all runs likewise, which finds functions that must not run twice, or never finish, before they are deployed.
 */
import type { JSONValue } from "convex/values";
import type { FunctionEntry } from "../functions/deployment";
import type { MutationExecution, MutationHooks } from "../functions/executor";
import { Executor } from "../functions/executor";
import { ConflictFailure } from "../functions/failures";
import { seededRandom, expandSeed } from "../functions/random";
import type { Caller } from "../functions/services";
import type { ContentionOptions } from "../options";

/** As Convex's engine has them. */
const RETRIES_MAX = 4;
const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 2_000;
/** The message in Convex's words, which name the table, or say that none is known, as here. */
const MESSAGE = `${ConflictFailure.CODE}: Documents read from or written to some table changed while this mutation was being run and on every subsequent retry. See https://docs.convex.dev/error#1`;

function isGivenUp({ result }: MutationExecution): boolean {
  return result.kind === "failure" && result.failure instanceof ConflictFailure;
}

export class ContendedExecutor extends Executor {
  readonly #share: number;
  readonly #chance: () => number;
  readonly #queues = new Map<string, Promise<MutationExecution | null>>();

  constructor(
    { share, seed = 0 }: ContentionOptions,
    ...parts: ConstructorParameters<typeof Executor>
  ) {
    super(...parts);
    this.#share = share;
    this.#chance = seededRandom(expandSeed(seed));
  }

  override runMutation(
    entry: FunctionEntry,
    args: JSONValue,
    caller: Caller,
    hooks: MutationHooks = {},
  ): Promise<MutationExecution> {
    const run = () => this.#runUntilKept(entry, args, caller, hooks);
    return hooks.lane === undefined ? run() : this.#inOrder(hooks.lane, run);
  }

  async #runUntilKept(
    entry: FunctionEntry,
    args: JSONValue,
    caller: Caller,
    hooks: MutationHooks,
  ): Promise<MutationExecution> {
    for (let conflicts = 1; ; conflicts += 1) {
      const mayRetry = conflicts <= RETRIES_MAX;
      const conflict = new ConflictFailure(`${MESSAGE}\n`);
      // What must leave a record of its end, a schedule or a cron job, is run until it has one.
      const mayConflict = mayRetry || hooks.keepsFailures !== true;
      const execution = await super.runMutation(entry, args, caller, {
        ...hooks,
        end: (transaction, result) => {
          // As on Convex, what failed by itself never runs again.
          const isStruck = mayConflict && result.kind === "success" && this.#chance() < this.#share;
          if (isStruck) throw conflict;
          hooks.end?.(transaction, result);
        },
      });
      const { result } = execution;
      const isConflict = result.kind === "failure" && result.failure === conflict;
      if (!isConflict || !mayRetry) return execution;
      await this.#pause(conflicts);
    }
  }

  /** Waits before a run after so many conflicts; others run meanwhile. */
  async #pause(conflicts: number): Promise<void> {
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (conflicts - 1), PAUSE_MS_MAX) * this.#chance();
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /**
   * Keeps one client's mutations in order while one of them pauses. After one that was given up for its conflicts none of those that
   * wait is run: the client sends all of them again.
   */
  async #inOrder(
    client: string,
    work: () => Promise<MutationExecution>,
  ): Promise<MutationExecution> {
    const earlier = this.#queues.get(client) ?? Promise.resolve(null);
    const done = earlier.then((before) => (before !== null && isGivenUp(before) ? before : work()));
    // An error is its caller's alone.
    const ended = done.catch(() => null);
    this.#queues.set(client, ended);
    try {
      return await done;
    } finally {
      if (this.#queues.get(client) === ended) this.#queues.delete(client);
    }
  }
}
