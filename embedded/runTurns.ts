/**
 * The order in which queries get the thread. Whoever asks has a lane; lanes take turns by the time that they used, so that one
 * with five hundred heavy queries does not make one with a single light query wait for all of them. After every few runs,
 * whatever came meanwhile is read: calls, answers of the disk, timers.
 */

/** Begins something, and says with `true` that it runs: then its cost is what passes until nothing of it is left to do at once. */
export type Begin = () => boolean;

/** So long may runs have the thread before others get a turn. */
const TURN_MS = 2;
/** And so many may begin in it. */
const RUNS_IN_TURN = 4;
/** What a lane may use each time that it is its turn; who used more sits out until it has paid for it. */
const QUANTUM_MS = 2;

interface Entry {
  readonly begin: Begin;
  readonly spend: (ms: number) => void;
}

interface Lane {
  readonly waiting: Entry[];
  creditMs: number;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when all promises that could go on at once went on: Node looks after its ticks when no promise is left. */
function settled(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}

export class RunTurns {
  /** Those with somebody waiting or something to pay, the next one first. */
  readonly #lanes = new Map<string, Lane>();
  #working = false;

  /** The number of lanes in use or in debt. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Calls `begin` when it is the lane's turn, and `spend` with what it cost. */
  add(lane: string, begin: Begin, spend: (ms: number) => void = () => undefined): void {
    const known = this.#lanes.get(lane) ?? { waiting: [], creditMs: 0 };
    this.#lanes.set(lane, known);
    known.waiting.push({ begin, spend });
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#lanes.size > 0) {
      await this.#turn();
      await nextTurn();
    }
    this.#working = false;
  }

  async #turn(): Promise<void> {
    const startedAt = performance.now();
    let now = startedAt;
    for (let begun = 0; begun < RUNS_IN_TURN && now - startedAt < TURN_MS;) {
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
    for (const [name, lane] of this.#lanes) {
      this.#lanes.delete(name);
      lane.creditMs = Math.min(lane.creditMs + QUANTUM_MS, QUANTUM_MS);
      const mayBegin = lane.creditMs > 0;
      const entry = mayBegin ? lane.waiting.shift() : undefined;
      if (!mayBegin || entry !== undefined) this.#lanes.set(name, lane);
      if (entry !== undefined) return { lane, entry };
    }
    return undefined;
  }
}
