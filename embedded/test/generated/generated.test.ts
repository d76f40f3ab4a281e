/** Generated sequences of calls, on this backend and on the official mock; `npm run embedded:prove -- --only sequences` plays more. */
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compareSequences, openSides } from "./differential";

const SEQUENCES = 100;
/** The proof takes others. */
const SEED = 1;
const ALL_MS = 120_000;
/** Measured: nine in ten. */
const FEWEST_SUCCEEDED = 3 / 5;

beforeAll(() => {
  // The mock prints what scheduled functions fail with, and the backend what calls do.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterAll(() => {
  vi.restoreAllMocks();
});

test(
  `[SAME1] ${SEQUENCES} generated sequences of calls have the same results`,
  async () => {
    const sides = await openSides();
    const { found, sequences, succeeded, failed } = await compareSequences(SEQUENCES, SEED, sides);
    const again = `npm run embedded:prove -- --short --only sequences --seed ${SEED}`;
    expect(found, `${again}\n${inspect(found, { depth: 20 })}`).toBeUndefined();
    expect(sequences).toBe(SEQUENCES);
    expect(succeeded / (succeeded + failed)).toBeGreaterThan(FEWEST_SUCCEEDED);
    expect(failed).toBeGreaterThan(0);
  },
  ALL_MS,
);
