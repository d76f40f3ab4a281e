/**
 * Bounds the part of the thread that a busy caller takes from the others. A run cannot be interrupted, so a short call waits for the
 * long one that runs when it comes: what can be chosen is how seldom that is. After a long run, or many short ones, their caller
 * pauses for a multiple of their time, as long as others are active. Alone, or among busy callers only, nobody pauses: the thread
 * would be idle.
 */
import { callerKey } from "./callerKey";
import type { Identity } from "./contracts";
import { processorTimeSince, recentProcessorTime } from "./functions/processorTime";

/** A shorter run delays nobody noticeably. */
const LONG_MS = 10;
/** Short runs of one caller that add up to this much count as a long one: more than opening a page takes. */
const BURST_MS = 100;
/** A caller has a sixth of the thread of mutations, and of that of queries and actions. */
const PAUSE_FACTOR = 5;
/** A sum of short runs melts to nothing in so long: whoever stays within its part of the thread never pauses. */
const MELTS_MS = BURST_MS * (PAUSE_FACTOR + 1);
/** The time after its last call, or short run, during which a caller counts as active: people think between two calls. */
const ACTIVE_MS = 1_000;
/** A pause is looked at again after so long, because it ends when nobody else is active any more. */
const LOOK_AGAIN_MS = 200;

/** The names that a caller is charged under: its address and, if it said who it is, its user. */
export type CallerKeys = readonly string[];

/**
 * Returns no names for the operator and for the app's own work, which is nobody's.
 * @param own - The name of this one client, where its address stands for many.
 */
export function callerKeys(ip: string | null, own: string, identity: Identity): CallerKeys {
  if (identity.kind === "admin") return [];
  const address = ip === null ? [] : [callerKey(ip, own)];
  return identity.kind === "user" ? [...address, `user ${identity.tokenIdentifier}`] : address;
}

function areOfOneCaller(some: CallerKeys, others: CallerKeys): boolean {
  return some.some((key) => others.includes(key));
}

interface Activity {
  readonly keys: CallerKeys;
  readonly at: number;
}

/** A caller's short runs, summed up at a time. */
interface Sum {
  readonly ms: number;
  readonly at: number;
}

/** The beginning of a run. */
export interface Started {
  readonly at: number;
  readonly processor: NodeJS.CpuUsage;
}

export interface CallerTimeClock {
  now(): number;
  processorSince(earlier: NodeJS.CpuUsage): number;
}

const REAL_CLOCK: CallerTimeClock = {
  now: () => performance.now(),
  processorSince: processorTimeSince,
};

export class CallerTime {
  readonly #clock: CallerTimeClock;
  readonly #pausedUntil = new Map<string, number>();
  /** The sums by the caller's name; the one that ran last stands at the end. */
  readonly #sums = new Map<string, Sum>();
  /** The two callers that were active last, the newest first: one of them is not the caller that asks. */
  #active: readonly Activity[] = [];

  constructor(clock = REAL_CLOCK) {
    this.#clock = clock;
  }

  /** Notes that a call of this caller waits: it is active unless it pauses for its own long runs. */
  arrive(keys: CallerKeys): void {
    const now = this.#clock.now();
    if (keys.length > 0 && this.#pauseEnd(keys) <= now) this.#noteActive({ keys, at: now });
  }

  start(): Started {
    return { at: this.#clock.now(), processor: recentProcessorTime() };
  }

  /** Charges a run to its caller, also one that failed. Time without a processor does not count. */
  charge(keys: CallerKeys, { at, processor }: Started): void {
    if (keys.length === 0) return;
    const now = this.#clock.now();
    const elapsed = now - at;
    const used =
      elapsed < LONG_MS
        ? this.#addShort(keys, elapsed, now)
        : Math.min(elapsed, this.#clock.processorSince(processor));
    if (used < LONG_MS) {
      this.#noteActive({ keys, at: now });
      return;
    }
    this.#forgetEnded(now);
    // Pauses don't add up: whoever worked while nobody else was there owes nothing for it when somebody comes.
    for (const key of keys) {
      const until = now + used * PAUSE_FACTOR;
      this.#pausedUntil.set(key, Math.max(this.#pausedUntil.get(key) ?? 0, until));
    }
  }

  /** Returns the sum of the caller's short runs once it is as much as a burst, and begins anew; 0 before. */
  #addShort(keys: CallerKeys, run: number, now: number): number {
    let most = 0;
    for (const key of keys) {
      const { ms, at } = this.#sums.get(key) ?? { ms: 0, at: now };
      const sum = run + Math.max(0, ms - (now - at) / (PAUSE_FACTOR + 1));
      this.#sums.delete(key);
      this.#sums.set(key, { ms: sum, at: now });
      most = Math.max(most, sum);
    }
    for (const [key, { at }] of this.#sums) {
      if (now - at < MELTS_MS) break;
      this.#sums.delete(key);
    }
    if (most < BURST_MS) return 0;
    for (const key of keys) this.#sums.delete(key);
    return most;
  }

  /** Returns after how many milliseconds the caller may ask again; 0 where it may begin a run. */
  getPauseMs(keys: CallerKeys): number {
    if (this.#pausedUntil.size === 0) return 0;
    const now = this.#clock.now();
    const until = this.#pauseEnd(keys);
    if (until <= now || !this.#othersAreActive(keys, now)) return 0;
    return Math.min(until - now, LOOK_AGAIN_MS);
  }

  #pauseEnd(keys: CallerKeys): number {
    let end = 0;
    for (const key of keys) end = Math.max(end, this.#pausedUntil.get(key) ?? 0);
    return end;
  }

  #othersAreActive(keys: CallerKeys, now: number): boolean {
    const other = this.#active.find((activity) => !areOfOneCaller(activity.keys, keys));
    return other !== undefined && now - other.at < ACTIVE_MS;
  }

  #noteActive(activity: Activity): void {
    const other = this.#active.find(({ keys }) => !areOfOneCaller(keys, activity.keys));
    this.#active = other === undefined ? [activity] : [activity, other];
  }

  #forgetEnded(now: number): void {
    for (const [key, until] of this.#pausedUntil) if (until <= now) this.#pausedUntil.delete(key);
  }
}
