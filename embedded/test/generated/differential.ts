/** Generates sequences of calls, plays them on this backend and on the official mock, and makes the first one that differs small. */
import fc from "fast-check";
import type { Difference, Sequence } from "./sequence";
import { differenceIn, sequenceOf } from "./sequence";
import type { OpenSide } from "./sides";
import { mockSides, runtimeSides } from "./sides";

const LONGEST = { schema: 360, call: 90, calls: 8 };

const seeds = fc.record({
  schema: fc.uint8Array({ maxLength: LONGEST.schema, size: "max" }),
  calls: fc.array(fc.uint8Array({ maxLength: LONGEST.call, size: "max" }), {
    minLength: 1,
    maxLength: LONGEST.calls,
    size: "max",
  }),
});

/** To make a sequence smaller: a second or two of each. */
const ATTEMPTS_MAX = 300;

interface Found extends Difference {
  /** The number of sequences until one differed. */
  readonly after: number;
  /** As small as it could be made. */
  readonly sequence: Sequence;
}

export interface Compared {
  readonly sequences: number;
  /** Of calls: those that succeeded and those that failed, on both sides alike. */
  readonly succeeded: number;
  readonly failed: number;
  readonly found: Found | undefined;
}

interface Sides {
  readonly embedded: OpenSide;
  readonly mock: OpenSide;
}

export async function openSides(): Promise<Sides> {
  return { embedded: await runtimeSides(), mock: await mockSides() };
}

/** @param seed - The same one generates the same sequences. */
export async function compareSequences(
  numRuns: number,
  seed: number,
  sides: Sides,
): Promise<Compared> {
  const counted = { succeeded: 0, failed: 0 };
  let attempts = 0;
  let hasDiffered = false;
  const property = fc.asyncProperty(seeds, async (bytes) => {
    if (hasDiffered) attempts += 1;
    if (attempts > ATTEMPTS_MAX) return true;
    const { difference, answers } = await differenceIn(sequenceOf(bytes), sides);
    hasDiffered ||= difference !== undefined;
    for (const answer of answers)
      counted[answer.startsWith('{"failed"') ? "failed" : "succeeded"] += 1;
    return difference === undefined;
  });
  const { numRuns: sequences, counterexample } = await fc.check(property, { numRuns, seed });
  if (counterexample === null) return { sequences, ...counted, found: undefined };
  const sequence = sequenceOf(counterexample[0]);
  const { difference } = await differenceIn(sequence, sides);
  if (difference === undefined)
    throw new Error("A sequence differs, and does not when it is played again.");
  return { sequences, ...counted, found: { after: sequences, sequence, ...difference } };
}
