/**
 * An optimistic engine as Convex describes and publishes its own, without the functions: a run takes a snapshot, waits for one of
 * so many slots, works for a while, and is committed if nothing that it read was written since its snapshot. Else it is thrown
 * away and begins again after a pause, four times at most.
 */
import type { Clock } from "./clock";
import type { Footprint } from "./places";

/** `crates/common/src/knobs.rs` and `sync_types/src/backoff.rs` of get-convex/convex-backend, commit 94a42c3 (22 August 2026). */
const MOST_RETRIES = 4;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** After so long without a slot a run is refused. */
const LONGEST_WAIT_MS = 5_000;

export interface EngineOptions {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** How long the next run works. */
  readonly serviceMs: () => number;
  /** Mutations that may work at once. */
  readonly slots: number;
  /** Four, as Convex has it, unless said. */
  readonly retries?: number;
}

export interface Ended {
  /** "conflict": once more than it may be run again. "busy": there was no slot for it. */
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
  /** Commits so far; a snapshot is how many there were. */
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

  /** One call of a mutation. `extraMs` is what each of its runs works longer than others. */
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

/** A live query on somebody's screen: runs again when a commit wrote what it read, and never twice at once. */
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
