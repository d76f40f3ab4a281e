/**
 * Charges calls for the time that app code has the thread. Calls interleave at every `await`, and observing each continuation would
 * cost more than most of them take; so the clock is read where app code calls ours and ours calls app code. The time since the
 * last such crossing is charged to the call that crosses now. Our own work for a query or mutation counts apart from its code.
 */

export interface Charged {
  /** Charges the call for this time. */
  ran(ms: number): void;
}

export interface Served {
  /** Counts this time of our own work. */
  worked(ms: number): void;
}

let since = 0;
/** The call that our own code works for. Such work has the thread to itself, so this is no matter of the asynchronous context. */
let served: Served | undefined;

/** App code begins or goes on. */
export function startCharging(): void {
  const now = performance.now();
  served?.worked(now - since);
  served = undefined;
  since = now;
}

/** Our own work for a call, until it waits for something or calls app code. */
export function serve<T>(whom: Served, work: () => T): T {
  startCharging();
  served = whom;
  try {
    return work();
  } finally {
    startCharging();
  }
}

/** Returns the call that our own code is working for. */
export function servedNow(): Served | undefined {
  return served;
}

/** App code calls ours, or ends. */
export function charge(who: Charged): void {
  const now = performance.now();
  who.ran(now - since);
  since = now;
}
