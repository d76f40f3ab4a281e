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

test("what is not taken is tried again, later and later, the last time a day after it happened", () => {
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

test("after a time when nothing could be sent, it is tried once more and not in a hurry", () => {
  const event = { type: "order.placed", at: 0 } as const;
  expect(nextAttempt(event, 3, 10 * HOUR)).toBe(10 * HOUR + 5 * MINUTE);
  expect(nextAttempt(event, 3, 30 * HOUR)).toBeUndefined();
});

test("a test is tried once", () => {
  expect(nextAttempt({ type: "ping", at: 0 }, 1, 0)).toBeUndefined();
});
