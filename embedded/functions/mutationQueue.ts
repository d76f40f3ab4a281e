/**
 * Mutations run one at a time, so no two ever conflict. The next one begins when
 * the last one is committed, not when it is on disk: many commits share one flush.
 *
 * Every caller has a lane, in which its calls keep their order. The queue visits the lanes alternately, so that a client with
 * five hundred calls does not delay one with a single call. Nor may a lane get far ahead of the disk: the commits of other
 * lanes would wait until all of its own were flushed.
 */

interface Waiting {
  readonly begin: () => void;
  readonly ended: Promise<void>;
}

interface Lane {
  readonly waiting: Waiting[];
  /** The number of its commits that are not on disk yet. */
  ahead: number;
}

/** The time for which mutations run before the event loop reads what arrived meanwhile. */
const READ_EVERY_MS = 1;

/** A lane may have this many unflushed commits, and one more for each lane: more lanes make larger flush groups. */
const MOST_AHEAD = 2;

/** The lane of the backend's own work. */
const OWN_LANE = "";

export class MutationQueue {
  /** Those with somebody waiting or something ahead of the disk, the next one first. */
  private readonly lanes = new Map<string, Lane>();
  private underWay = 0;
  private working: Promise<void> | undefined;
  private wake: () => void = () => undefined;

  /** The number of mutations that wait or run. */
  get length(): number {
    return this.underWay;
  }

  /** For how many something is under way, until it is on disk. */
  get callers(): number {
    return this.lanes.size;
  }

  /** @param durableOf - When what the work committed is on disk; without it the work counts as committing nothing. */
  run<T>(
    work: () => Promise<T> | T,
    lane = OWN_LANE,
    durableOf: (done: T) => Promise<void> | undefined = () => undefined,
  ): Promise<T> {
    let begin: () => void = () => undefined;
    // Begun by a promise, and not by a call, so that the work belongs to who asked and not to who was before.
    const result = new Promise<void>((resolve) => (begin = resolve)).then(work);
    const ended = result.then(
      (done) => this.goAhead(lane, durableOf(done)),
      () => undefined,
    );
    this.laneOf(lane).waiting.push({ begin, ended });
    this.underWay += 1;
    this.wake();
    this.working ??= this.work();
    return result;
  }

  /** Resolves when nothing is left to run. */
  async drained(): Promise<void> {
    while (this.working !== undefined) await this.working;
  }

  private laneOf(name: string): Lane {
    const known = this.lanes.get(name) ?? { waiting: [], ahead: 0 };
    this.lanes.set(name, known);
    return known;
  }

  private goAhead(name: string, durable: Promise<void> | undefined): void {
    if (durable === undefined) return;
    const lane = this.laneOf(name);
    lane.ahead += 1;
    const arrived = () => {
      lane.ahead -= 1;
      if (lane.ahead === 0 && lane.waiting.length === 0) this.lanes.delete(name);
      this.wake();
    };
    durable.then(arrived, arrived);
  }

  private async work(): Promise<void> {
    let readAt = performance.now();
    while (this.underWay > 0) {
      const next = this.next();
      if (next === undefined) {
        // All that wait are far enough ahead.
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      next.begin();
      await next.ended;
      this.underWay -= 1;
      if (performance.now() - readAt < READ_EVERY_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      readAt = performance.now();
    }
    this.working = undefined;
  }

  private next(): Waiting | undefined {
    const mostAhead = MOST_AHEAD + this.lanes.size;
    for (const [name, lane] of this.lanes) {
      if (lane.ahead >= mostAhead) continue;
      const first = lane.waiting.shift();
      if (first === undefined) continue;
      // To the end of the row, or out of it.
      this.lanes.delete(name);
      if (lane.waiting.length > 0 || lane.ahead > 0) this.lanes.set(name, lane);
      return first;
    }
    return undefined;
  }
}
