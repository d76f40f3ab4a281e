/**
 * Mutations run one at a time, so no two ever conflict. The next one begins when
 * the last one is committed, not when it is on disk: many commits share one flush.
 *
 * Whoever calls has a lane of its own, in which its calls keep their order; lanes
 * take turns, so that a client with five hundred calls does not make one with a
 * single call wait for all of them.
 */

interface Waiting {
  readonly begin: () => void;
  readonly ended: Promise<void>;
}

/** So long may one after another run before what came meanwhile is read, and takes its turn. */
const READ_EVERY_MS = 1;

/** What the backend does for itself. */
const OWN_LANE = "";

export class MutationQueue {
  /** Those with somebody waiting, the next one first. */
  private readonly lanes = new Map<string, Waiting[]>();
  private underWay = 0;
  private working: Promise<void> | undefined;

  /** How many wait for their turn, and the one that has it. */
  get length(): number {
    return this.underWay;
  }

  run<T>(work: () => Promise<T> | T, lane = OWN_LANE): Promise<T> {
    let begin: () => void = () => undefined;
    // Begun by a promise, and not by a call, so that the work belongs to who asked and not to who was before.
    const result = new Promise<void>((resolve) => (begin = resolve)).then(work);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    const waiting = this.lanes.get(lane);
    if (waiting === undefined) this.lanes.set(lane, [{ begin, ended }]);
    else waiting.push({ begin, ended });
    this.underWay += 1;
    this.working ??= this.work();
    return result;
  }

  /** Resolves when nothing is left to run. */
  async drained(): Promise<void> {
    while (this.working !== undefined) await this.working;
  }

  private async work(): Promise<void> {
    let readAt = performance.now();
    for (let next = this.next(); next !== undefined; next = this.next()) {
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
    for (const [lane, waiting] of this.lanes) {
      const first = waiting.shift();
      // To the end of the row, or out of it.
      this.lanes.delete(lane);
      if (waiting.length > 0) this.lanes.set(lane, waiting);
      if (first !== undefined) return first;
    }
    return undefined;
  }
}
