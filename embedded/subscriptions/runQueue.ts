/**
 * Schedules runs of queries on the thread by deficit round-robin. Every client has a lane, which is charged for the time that its
 * runs use, so that a lane with five hundred heavy queries does not delay one with a single light query. After every slice the
 * event loop handles what arrived meanwhile: calls, disk I/O, timers.
 */

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

interface Entry {
  readonly begin: Begin;
  readonly spend: (ms: number) => void;
}

interface Lane {
  readonly name: string;
  readonly waiting: Entry[];
  creditMs: number;
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

  /** The number of lanes in use or in debt. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Calls `begin` when the queue visits the lane, and `spend` with the time that it took. */
  add(lane: string, begin: Begin, spend: (ms: number) => void = () => undefined): void {
    let known = this.#lanes.get(lane);
    if (known === undefined) {
      known = { name: lane, waiting: [], creditMs: 0 };
      this.#lanes.set(lane, known);
      this.#row.push(known);
    }
    known.waiting.push({ begin, spend });
    if (!this.#working) void this.#work();
  }

  /** Resolves when the lane may run something; rejects if whoever asked is gone by then. */
  next(lane: string, hungUp?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.add(lane, () => {
        if (hungUp?.aborted === true) {
          reject(new HungUpError("The client closed its connection before the call ran."));
          return false;
        }
        resolve();
        return true;
      });
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#lanes.size > 0) {
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
      if (entry.begin()) {
        begun += 1;
        await settled();
      }
      const before = now;
      now = performance.now();
      lane.creditMs -= now - before;
      entry.spend(now - before);
    }
  }

  #next(): { readonly lane: Lane; readonly entry: Entry } | undefined {
    // Lanes that are put back are visited again: the loop goes round until somebody may begin or nobody is left.
    for (let lane = this.#shift(); lane !== undefined; lane = this.#shift()) {
      lane.creditMs = Math.min(lane.creditMs + QUANTUM_MS, QUANTUM_MS);
      const mayBegin = lane.creditMs > 0;
      const entry = mayBegin ? lane.waiting.shift() : undefined;
      if (!mayBegin || entry !== undefined) this.#row.push(lane);
      else this.#lanes.delete(lane.name);
      if (entry !== undefined) return { lane, entry };
    }
    return undefined;
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
