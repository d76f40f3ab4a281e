/**
 * Charges calls for the time that app code has the thread. Calls interleave at every `await`, and observing each continuation would
 * cost more than most of them take; so the clock is read where app code calls ours and ours calls app code. The time since the
 * last such crossing is charged to the call that crosses now.
 */

export interface Charged {
  /** Charges the call for this time. */
  ran(ms: number): void;
}

let since = 0;

/** App code begins or goes on. */
export function startCharging(): void {
  since = performance.now();
}

/** App code calls ours, or ends. */
export function charge(who: Charged): void {
  const now = performance.now();
  who.ran(now - since);
  since = now;
}
