/**
 * Collects garbage while a process has nothing to do. V8 does so only when it allocates: what a start or a busy hour leaves behind
 * would stay for as long as the process is idle, which is when others want the memory.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 1_000;
/** The processor time in a look's interval below which the process is quiet. */
const QUIET_MS = 50;
/** The growth since the last collection that is worth another one. */
const GROWTH_BYTES = 16 * 2 ** 20;
/** The number of quiet looks before a collection: it stops the thread for some tenths of a second, and callers come in waves. */
const QUIET_LOOKS = { afterStart: 1, later: 60 };

export interface Usage {
  /** The processor time of this process until now. */
  processorMs(): number;
  residentBytes(): number;
}

const OWN_USAGE: Usage = {
  processorMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  residentBytes: () => process.memoryUsage.rss(),
};

/** Decides when to collect. */
export class IdleCollection {
  readonly #collect: () => void;
  readonly #usage: Usage;
  #processorMs: number;
  #residentBytes = 0;
  #quietLooks = 0;
  #neededLooks = QUIET_LOOKS.afterStart;

  constructor(collect: () => void, usage: Usage = OWN_USAGE) {
    this.#collect = collect;
    this.#usage = usage;
    this.#processorMs = usage.processorMs();
  }

  /** Call it every second. */
  look(): void {
    const before = this.#processorMs;
    this.#processorMs = this.#usage.processorMs();
    this.#quietLooks = this.#processorMs - before < QUIET_MS ? this.#quietLooks + 1 : 0;
    if (this.#quietLooks < this.#neededLooks) return;
    if (this.#usage.residentBytes() - this.#residentBytes < GROWTH_BYTES) return;
    this.#collect();
    this.#processorMs = this.#usage.processorMs();
    this.#residentBytes = this.#usage.residentBytes();
    this.#quietLooks = 0;
    this.#neededLooks = QUIET_LOOKS.later;
  }
}

interface CollectOptions {
  readonly type: "major";
  /** Also returns V8's pool of empty pages to the system. */
  readonly flavor: "last-resort";
}

/**
 * Returns V8's collector, which app code does not see: only contexts that are made between the two flags have it. Call it before
 * code is compiled, because V8 keeps compiled code for processes with the same flags.
 */
export function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: CollectOptions) => void;
  setFlagsFromString("--no-expose-gc");
  return () => collect({ type: "major", flavor: "last-resort" });
}

/** Collects from now on, first in the next quiet second. */
export function collectWhenIdle(collect: () => void): void {
  const collection = new IdleCollection(collect);
  setInterval(() => collection.look(), LOOK_MS).unref();
}
