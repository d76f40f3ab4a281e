/**
 * How long app code has the thread. Calls interleave at every `await`, and to be told of each such
 * turn costs more than most turns take; so the clock is read at the doors between app code and ours.
 * Whatever passed since anybody came through one is the time of whom comes out of one now.
 */

export interface Counted {
  /** So many milliseconds more. */
  ran(ms: number): void;
}

let since = 0;

/** App code begins or goes on. */
export function turnBegins(): void {
  since = performance.now();
}

/** App code calls ours, or ends. */
export function turnEnds(who: Counted): void {
  const now = performance.now();
  who.ran(now - since);
  since = now;
}
