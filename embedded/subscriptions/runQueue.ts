/**
 * Schedules runs of queries on the thread by deficit round-robin. Every client has a lane, which is charged for the time that its
 * runs use, so that a lane with five hundred heavy queries does not delay one with a single light query. After every slice the
 * event loop handles what arrived meanwhile: calls, disk I/O, timers. A caller of long runs pauses after each (callerTime.ts).
 */
import type { CallerKeys } from "../callerTime";
import { CallerTime } from "../callerTime";

/** Begins something, and says with `true` that it runs: then its cost is what passes until nothing of it is left to do at once. */
export type Begin = () => boolean;

/** The time slice of runs before the event loop handles other work. */
const SLICE_MS = 2;
/** The most runs that begin in a slice. */
const RUNS_PER_SLICE = 4;
/** The time that a lane may use each time it is visited; one that used more is skipped until it has paid back. */
const QUANTUM_MS = 2;

/** Nobody is left to be told: it has Node's code for that. */
export class HungUpError extends Error {
  readonly code = "ERR_STREAM_PREMATURE_CLOSE";
}

export interface RunOptions {
  /** The caller that is charged for the time; nobody if absent. */
  readonly callers?: CallerKeys;
  /** Hears the time that the run took. */
  readonly spend?: (ms: number) => void;
  /** True for what must not wait: it asks for the pause itself. */
  readonly ignoresPauses?: boolean;
}

interface Entry {
  readonly begin: Begin;
  readonly options: RunOptions;
}

interface Lane {
  readonly name: string;
  readonly waiting: Entry[];
  creditMs: number;
  /** Set while its first entry's caller pauses, and the lane is not in the row. */
  paused: NodeJS.Timeout | null;
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when all promises that could go on at once went on: Node looks after its ticks when no promise is left. */
function settled(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}

export class RunQueue {
  /** Those with somebody waiting or something to pay, by their names, */
  readonly #lanes = new Map<string, Lane>();
  /** and in their order, the next one at {@link #at}. */
  readonly #row: Lane[] = [];
  #at = 0;
  #working = false;
  readonly #time: CallerTime;

  constructor(time = new CallerTime()) {
    this.#time = time;
  }

  /** The number of lanes in use or in debt. */
  get size(): number {
    return this.#lanes.size;
  }

  /** True when the caller's last runs took so long that it has to wait while others are active. */
  pauses(callers: CallerKeys): boolean {
    return this.#time.getPauseMs(callers) > 0;
  }

  /** Calls `begin` when the queue visits the lane and its caller does not pause. */
  add(name: string, begin: Begin, options: RunOptions = {}): void {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = { name, waiting: [], creditMs: 0, paused: null };
      this.#lanes.set(name, lane);
      this.#row.push(lane);
    }
    lane.waiting.push({ begin, options });
    this.#time.arrive(options.callers ?? []);
    if (lane.paused !== null && options.ignoresPauses === true) this.#resume(lane);
    if (!this.#working) void this.#work();
  }

  /** Resolves when the lane may run something; rejects if whoever asked is gone by then. */
  next(lane: string, callers: CallerKeys, hungUp?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        if (hungUp?.aborted === true) {
          reject(new HungUpError("The client closed its connection before the call ran."));
          return false;
        }
        resolve();
        return true;
      };
      this.add(lane, begin, { callers });
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#row.length > this.#at) {
      await this.#runSlice();
      await nextTick();
    }
    this.#working = false;
  }

  async #runSlice(): Promise<void> {
    const startedAt = performance.now();
    let now = startedAt;
    for (let begun = 0; begun < RUNS_PER_SLICE && now - startedAt < SLICE_MS;) {
      const next = this.#next();
      if (next === undefined) return;
      const { lane, entry } = next;
      const { callers = [], spend } = entry.options;
      const started = this.#time.start();
      const isRun = entry.begin();
      if (isRun) {
        begun += 1;
        await settled();
      }
      const before = now;
      now = performance.now();
      lane.creditMs -= now - before;
      spend?.(now - before);
      if (isRun) this.#time.charge(callers, started);
    }
  }

  #next(): { readonly lane: Lane; readonly entry: Entry } | undefined {
    // Lanes that are put back are visited again: the loop goes round until somebody may begin or nobody is left.
    for (let lane = this.#shift(); lane !== undefined; lane = this.#shift()) {
      lane.creditMs = Math.min(lane.creditMs + QUANTUM_MS, QUANTUM_MS);
      if (lane.creditMs <= 0) this.#row.push(lane);
      else if (lane.waiting.length === 0) this.#lanes.delete(lane.name);
      else {
        const entry = this.#takeFrom(lane);
        if (lane.paused === null) this.#row.push(lane);
        if (entry !== undefined) return { lane, entry };
      }
    }
    return undefined;
  }

  /** Takes the first entry of a lane, or the first that ignores pauses; without one the lane leaves the row for a while. */
  #takeFrom(lane: Lane): Entry | undefined {
    const pauseMs = this.#time.getPauseMs(lane.waiting[0]?.options.callers ?? []);
    if (pauseMs === 0) return lane.waiting.shift();
    const at = lane.waiting.findIndex(({ options }) => options.ignoresPauses === true);
    if (at >= 0) return lane.waiting.splice(at, 1)[0];
    lane.paused = setTimeout(() => this.#resume(lane), pauseMs);
    return undefined;
  }

  #resume(lane: Lane): void {
    if (lane.paused === null) return;
    clearTimeout(lane.paused);
    lane.paused = null;
    this.#row.push(lane);
    if (!this.#working) void this.#work();
  }

  #shift(): Lane | undefined {
    const lane = this.#row[this.#at];
    this.#at += 1;
    if (this.#at < this.#row.length / 2) return lane;
    // What is behind us goes in one piece: with a thousand lanes, one by one would take longer than what they wait for.
    this.#row.splice(0, this.#at);
    this.#at = 0;
    return lane;
  }
}
