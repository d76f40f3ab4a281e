/** Simulated time: runs events in order of time, and in order of scheduling within the same millisecond. */

interface Event {
  readonly at: number;
  readonly number: number;
  readonly happen: () => void;
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.number < b.number);
}

export class Clock {
  /** In milliseconds. */
  now = 0;
  #said = 0;
  /** A binary heap: each event precedes the two at 2n + 1 and 2n + 2. */
  readonly #events: Event[] = [];

  after(ms: number, happen: () => void): void {
    const event: Event = { at: this.now + ms, number: this.#said, happen };
    this.#said += 1;
    const events = this.#events;
    let at = events.length;
    while (at > 0) {
      const above = Math.floor((at - 1) / 2);
      if (!isBefore(event, events[above]!)) break;
      events[at] = events[above]!;
      at = above;
    }
    events[at] = event;
  }

  /** Runs until no event is left. */
  run(): void {
    for (let event = this.#next(); event !== undefined; event = this.#next()) {
      this.now = event.at;
      event.happen();
    }
  }

  #next(): Event | undefined {
    const events = this.#events;
    const [first] = events;
    const last = events.pop();
    if (last === undefined || events.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= events.length) break;
      if (below + 1 < events.length && isBefore(events[below + 1]!, events[below]!)) below += 1;
      if (!isBefore(events[below]!, last)) break;
      events[at] = events[below]!;
      at = below;
    }
    events[at] = last;
    return first;
  }
}
