import { expect, test } from "vitest";
import { nextAttempt } from "./retries";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns the times of all attempts when each fails at once. */
function attemptsFrom(at: number): number[] {
  const made = [at];
  for (;;) {
    const next = nextAttempt({ type: "order.placed", at }, made.length, made.at(-1) ?? at);
    if (next === undefined) return made;
    made.push(next);
  }
}

test("retries a failed delivery at growing intervals, last a day after the event", () => {
  const made = attemptsFrom(1_000).map((moment) => moment - 1_000);
  expect(made.slice(0, 7)).toEqual([
    0,
    15_000,
    MINUTE + 15_000,
    6 * MINUTE + 15_000,
    21 * MINUTE + 15_000,
    HOUR + 21 * MINUTE + 15_000,
    4 * HOUR + 21 * MINUTE + 15_000,
  ]);
  expect(made.at(-1)).toBe(24 * HOUR);
  expect(made).toHaveLength(11);
});

test("retries once, without hurry, after an outage of its own", () => {
  const event = { type: "order.placed", at: 0 } as const;
  expect(nextAttempt(event, 3, 10 * HOUR)).toBe(10 * HOUR + 5 * MINUTE);
  expect(nextAttempt(event, 3, 30 * HOUR)).toBeUndefined();
});

test("does not retry a test", () => {
  expect(nextAttempt({ type: "ping", at: 0 }, 1, 0)).toBeUndefined();
});
