/** Wakes somebody at a time, or earlier if an earlier time becomes known. */

/** What a timer of Node's can wait at most. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export class Alarm {
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;
  #at = Infinity;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Milliseconds since the epoch. An alarm that is set earlier already stays as it is. */
  noLaterThan(at: number): void {
    if (at >= this.#at) return;
    this.#at = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#rung(at),
      Math.min(Math.max(at - Date.now(), 0), LONGEST_WAIT_MS),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#at = Infinity;
  }

  #rung(at: number): void {
    this.#at = Infinity;
    // The wall clock may have been set, and far times are waited for in steps.
    if (Date.now() < at) this.noLaterThan(at);
    else this.#ring();
  }
}
