/**
 * Mutations run one at a time, so no two ever conflict. The next one begins when
 * the last one is committed, not when it is on disk: many commits share one flush.
 *
 * Every caller has a lane, in which its calls keep their order, and an address, which many callers may share. The queue visits
 * the addresses alternately, and the lanes of each alternately, so that neither a client with five hundred calls nor an address
 * with five hundred clients delays one with a single call. Nor may a lane or an address get far ahead of the disk: the commits
 * of others would wait until all of its own were flushed. A caller of long mutations pauses after each (callerTime.ts).
 */
import type { CallerKeys } from "../callerTime";
import { CallerTime } from "../callerTime";

interface Waiting {
  readonly callers: CallerKeys;
  readonly begin: () => void;
  readonly ended: Promise<void>;
}

interface Lane {
  readonly waiting: Waiting[];
  /** The number of its commits that are not on disk yet. */
  ahead: number;
}

interface Address {
  /** Those with somebody waiting or something ahead of the disk, the next one first. */
  readonly lanes: Map<string, Lane>;
  /** The sum of its lanes. */
  ahead: number;
}

export interface Place {
  readonly address: string;
  /** The lane of this address: another address's lane of the same name is another lane. */
  readonly lane: string;
  /** The caller that is charged for the time; nobody if absent. */
  readonly callers?: CallerKeys;
}

/** The time for which mutations run before the event loop reads what arrived meanwhile. */
const READ_EVERY_MS = 1;

/** A lane may have this many unflushed commits, and one more for each lane: more lanes make larger flush groups. */
const AHEAD_MAX = 2;

/** The most commits of an address that may wait for the disk: thousands a second for an office full of clients, even where a flush takes 20 ms; a disk writes so many in one. */
const AHEAD_OF_ADDRESS_MAX = 64;

/** The place of the backend's own work. */
const OWN_PLACE: Place = { address: "", lane: "" };

export class MutationQueue {
  /** Those that have lanes, the next one first. */
  readonly #addresses = new Map<string, Address>();
  #laneCount = 0;
  #underWay = 0;
  #working: Promise<void> | undefined;
  #wake: () => void = () => undefined;
  readonly #time: CallerTime;
  /** The time after which the next one that pauses may begin. */
  #pauseMs = Infinity;

  constructor(time = new CallerTime()) {
    this.#time = time;
  }

  /** The number of mutations that wait or run. */
  get length(): number {
    return this.#underWay;
  }

  /** The number of callers for whom something is under way, until it is on disk. */
  get callers(): number {
    return this.#laneCount;
  }

  /** @param durableOf - When what the work committed is on disk; without it the work counts as committing nothing. */
  run<T>(
    work: () => Promise<T> | T,
    place = OWN_PLACE,
    durableOf: (done: T) => Promise<void> | undefined = () => undefined,
  ): Promise<T> {
    let begin: () => void = () => undefined;
    // Begun by a promise, and not by a call, so that the work belongs to who asked and not to who was before.
    const result = new Promise<void>((resolve) => (begin = resolve)).then(work);
    const ended = result.then(
      (done) => this.#goAhead(place, durableOf(done)),
      () => undefined,
    );
    const { callers = [] } = place;
    this.#laneAt(place).waiting.push({ callers, begin, ended });
    this.#time.arrive(callers);
    this.#underWay += 1;
    this.#wake();
    this.#working ??= this.#work();
    return result;
  }

  /** Resolves when nothing is left to run. */
  async drained(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  #addressAt({ address }: Place): Address {
    const state = this.#addresses.get(address) ?? { lanes: new Map<string, Lane>(), ahead: 0 };
    this.#addresses.set(address, state);
    return state;
  }

  #laneAt(place: Place): Lane {
    const { lanes } = this.#addressAt(place);
    const existing = lanes.get(place.lane);
    if (existing !== undefined) return existing;
    const lane: Lane = { waiting: [], ahead: 0 };
    lanes.set(place.lane, lane);
    this.#laneCount += 1;
    return lane;
  }

  #goAhead(place: Place, durable: Promise<void> | undefined): void {
    if (durable === undefined) return;
    const lane = this.#laneAt(place);
    const address = this.#addressAt(place);
    lane.ahead += 1;
    address.ahead += 1;
    const arrived = () => {
      lane.ahead -= 1;
      address.ahead -= 1;
      if (lane.ahead === 0 && lane.waiting.length === 0) this.#remove(address, place);
      this.#wake();
    };
    durable.then(arrived, arrived);
  }

  #remove({ lanes }: Address, place: Place): void {
    lanes.delete(place.lane);
    this.#laneCount -= 1;
    if (lanes.size === 0) this.#addresses.delete(place.address);
  }

  async #work(): Promise<void> {
    let readAt = performance.now();
    while (this.#underWay > 0) {
      const next = this.#next();
      if (next === undefined) {
        await this.#woken();
        continue;
      }
      const started = this.#time.start();
      next.begin();
      await next.ended;
      this.#time.charge(next.callers, started);
      this.#underWay -= 1;
      if (performance.now() - readAt < READ_EVERY_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      readAt = performance.now();
    }
    this.#working = undefined;
  }

  /** Resolves when somebody may begin who could not: all that wait are far enough ahead of the disk, or pause. */
  async #woken(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#pauseMs < Infinity) timer = setTimeout(resolve, this.#pauseMs);
    });
    clearTimeout(timer);
  }

  #next(): Waiting | undefined {
    this.#pauseMs = Infinity;
    for (const [name, address] of this.#addresses) {
      if (address.ahead >= AHEAD_OF_ADDRESS_MAX) continue;
      const first = this.#nextAtAddress(name, address);
      if (first === undefined) continue;
      // To the end of the row, unless it is out of it.
      if (this.#addresses.delete(name)) this.#addresses.set(name, address);
      return first;
    }
    return undefined;
  }

  #pauses({ callers }: Waiting): boolean {
    const pauseMs = this.#time.getPauseMs(callers);
    if (pauseMs > 0) this.#pauseMs = Math.min(this.#pauseMs, pauseMs);
    return pauseMs > 0;
  }

  #nextAtAddress(name: string, address: Address): Waiting | undefined {
    const { lanes } = address;
    const mostAhead = AHEAD_MAX + this.#laneCount;
    for (const [laneName, lane] of lanes) {
      const [first] = lane.waiting;
      if (first === undefined || lane.ahead >= mostAhead || this.#pauses(first)) continue;
      lane.waiting.shift();
      if (lane.waiting.length === 0 && lane.ahead === 0)
        this.#remove(address, { address: name, lane: laneName });
      else {
        // To the end of the row.
        lanes.delete(laneName);
        lanes.set(laneName, lane);
      }
      return first;
    }
    return undefined;
  }
}
