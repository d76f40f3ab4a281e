/** When to try again what was not taken. */
import { PING, type SentEvent } from "../../domain/webhooks";
import { WEBHOOK_RETRIED_MS } from "../../domain/limits";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after the first attempt, the second, …; the last one repeats. */
const WAITS_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS];
const LAST_WAIT_MS = 6 * HOUR_MS;

/** When to try after `attempts` attempts, the last of them at `now`: later and later, the last time at `end`. Undefined: not again. */
export function nextAttemptBefore(end: number, attempts: number, now: number): number | undefined {
  if (now >= end) return undefined;
  return Math.min(now + (WAITS_MS[attempts - 1] ?? LAST_WAIT_MS), end);
}

/**
 * When to try after `attempts` attempts, the last of them at `now`: later and later, the last time a day after it happened. Undefined:
 * not again. A test is over after one attempt: somebody waits for its outcome.
 */
export function nextAttempt(
  { type, at }: { type: SentEvent; at: number },
  attempts: number,
  now: number,
): number | undefined {
  const end = at + WEBHOOK_RETRIED_MS;
  return type === PING ? undefined : nextAttemptBefore(end, attempts, now);
}
