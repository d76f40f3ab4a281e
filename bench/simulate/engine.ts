/**
 * Convex's optimistic engine without the functions. A run takes a snapshot, waits for a slot, works, and commits unless its
 * reads were overwritten since. Otherwise it repeats after a pause, at most four times.
 */
import type { Clock } from "./clock";
import type { Footprint } from "./places";

/** `crates/common/src/knobs.rs` and `sync_types/src/backoff.rs` of get-convex/convex-backend, commit 94a42c3 (22 August 2026). */
const MOST_RETRIES = 4;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** A run without a slot for this long is refused. */
const LONGEST_WAIT_MS = 5_000;

export interface EngineOptions {
  readonly clock: Clock;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  /** The duration of the next run. */
  readonly serviceMs: () => number;
  /** Mutations that may run at once. */
  readonly slots: number;
  /** Four by default, as in Convex. */
  readonly retries?: number;
}

export interface Ended {
  /** "conflict": out of retries. "busy": no slot was free in time. */
  readonly ending: "committed" | "conflict" | "busy";
  readonly conflicts: number;
  /** From the call to its end. */
  readonly ms: number;
}

interface Waiting {
  readonly begin: () => void;
  isOver: boolean;
}

export class Engine {
  readonly clock: Clock;
  readonly random: () => number;
  /** The number of commits so far, which identifies a snapshot. */
  commits = 0;
  readonly #serviceMs: () => number;
  readonly #retries: number;
  readonly #newest = new Map<string, number>();
  readonly #listeners: ((writes: readonly string[]) => void)[] = [];
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor({ clock, random, serviceMs, slots, retries = MOST_RETRIES }: EngineOptions) {
    this.clock = clock;
    this.random = random;
    this.#serviceMs = serviceMs;
    this.#retries = retries;
    this.#free = slots;
  }

  onCommit(listener: (writes: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls a mutation. `extraMs` is added to each of its runs. */
  call(footprint: Footprint, done: (ended: Ended) => void, extraMs = 0): void {
    const calledAt = this.clock.now;
    const end = (ending: Ended["ending"], conflicts: number) =>
      done({ ending, conflicts, ms: this.clock.now - calledAt });
    const run = (conflicts: number) => {
      // Convex begins the transaction before it waits for a slot.
      const snapshot = this.commits;
      const work = () =>
        this.clock.after(this.#serviceMs() + extraMs, () => {
          this.#letGo();
          if (this.#commit(footprint, snapshot)) end("committed", conflicts);
          else if (conflicts === this.#retries) end("conflict", conflicts + 1);
          else this.clock.after(this.#pauseMs(conflicts), () => run(conflicts + 1));
        });
      this.#withSlot(work, () => end("busy", conflicts));
    };
    run(0);
  }

  /** Full jitter over the capped exponential. */
  #pauseMs(conflicts: number): number {
    return Math.min(FIRST_PAUSE_MS * 2 ** conflicts, LONGEST_PAUSE_MS) * this.random();
  }

  #commit({ reads, writes }: Footprint, snapshot: number): boolean {
    if (reads.some((place) => (this.#newest.get(place) ?? 0) > snapshot)) return false;
    this.commits += 1;
    for (const place of writes) this.#newest.set(place, this.commits);
    for (const listener of this.#listeners) listener(writes);
    return true;
  }

  #withSlot(begin: () => void, refuse: () => void): void {
    if (this.#free > 0) {
      this.#free -= 1;
      begin();
      return;
    }
    const waiting: Waiting = { begin, isOver: false };
    this.#waiting.push(waiting);
    this.clock.after(LONGEST_WAIT_MS, () => {
      if (waiting.isOver) return;
      waiting.isOver = true;
      refuse();
    });
  }

  #letGo(): void {
    let next = this.#waiting.shift();
    while (next?.isOver === true) next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    next.isOver = true;
    next.begin();
  }
}

/** A live query: runs again when a commit wrote what it read, and never twice at once. */
export class LiveQuery {
  runs = 0;
  #isRunning = false;
  #isStale = false;
  readonly #clock: Clock;
  readonly #serviceMs: number;

  constructor(engine: Engine, reads: readonly string[], serviceMs: number) {
    this.#clock = engine.clock;
    this.#serviceMs = serviceMs;
    engine.onCommit((writes) => {
      if (writes.some((place) => reads.includes(place))) this.#touched();
    });
  }

  #touched(): void {
    if (this.#isRunning) {
      this.#isStale = true;
      return;
    }
    this.runs += 1;
    this.#isRunning = true;
    this.#clock.after(this.#serviceMs, () => {
      this.#isRunning = false;
      if (!this.#isStale) return;
      this.#isStale = false;
      this.#touched();
    });
  }
}
