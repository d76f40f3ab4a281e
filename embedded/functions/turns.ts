/**
 * Whose code has the thread, and for how long. Calls interleave at every
 * `await`, so each turn of the event loop is counted by itself.
 */

export interface Counted {
  /** So many milliseconds more. */
  ran(ms: number): void;
}

let running: Counted | undefined;
let since = 0;

/** Hands the thread on; undefined is our own code. Returns who had it. */
export function changeTurn(next: Counted | undefined): Counted | undefined {
  const previous = running;
  if (previous === next) return previous;
  const now = performance.now();
  previous?.ran(now - since);
  running = next;
  since = now;
  return previous;
}

/** Who has the thread now, and since when. */
export function turnOfNow(): { readonly who: Counted; readonly ms: number } | undefined {
  return running && { who: running, ms: performance.now() - since };
}
