/** Wakes somebody at a time, or earlier if an earlier time becomes known. */

/** Timers stand still while the computer sleeps and know nothing of a clock that is set: the wall clock is looked at so often. */
const WAIT_MS_MAX = 60_000;
/** The pause after a disk that failed to say what is due. */
const RETRY_MS = 1_000;

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
      Math.min(Math.max(at - Date.now(), 0), WAIT_MS_MAX),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#at = Infinity;
  }

  #rung(at: number): void {
    this.#at = Infinity;
    // Far times are waited for in steps.
    if (Date.now() < at) this.noLaterThan(at);
    else this.#tryRinging();
  }

  /** Nobody waits for a timer's callback: what it throws would end the process. */
  #tryRinging(): void {
    try {
      this.#ring();
    } catch (error) {
      console.error("What is due could not be looked up:", error);
      this.noLaterThan(Date.now() + RETRY_MS);
    }
  }
}
