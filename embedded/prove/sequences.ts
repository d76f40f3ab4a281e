/** Plays generated sequences of calls on this backend and on the official mock. */
import { inspect } from "node:util";
import { compareSequences, openSides } from "../test/generated/differential";
import type { Attempt, Finding, Proof } from "../testkit/proof";

const SEQUENCES = { short: 2_000, long: 20_000 };

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const print = console.error;
  // The mock prints what scheduled functions fail with, and the backend what calls do.
  console.error = () => undefined;
  try {
    const began = performance.now();
    const { sequences, succeeded, failed, found } = await compareSequences(
      SEQUENCES[form],
      seed,
      await openSides(),
    );
    const seconds = (performance.now() - began) / 1_000;
    if (found !== undefined) say(inspect(found, { depth: 20, breakLength: 140 }));
    return [
      {
        what: "sequences of calls with a result that differs from the mock's",
        figure: found === undefined ? `0 of ${sequences}` : `one after ${found.after}`,
        target: "0",
        holds: found === undefined,
      },
      {
        what: "calls that succeeded and calls that failed, alike",
        figure: `${succeeded} and ${failed}, in ${seconds.toFixed(0)} s`,
        holds: true,
      },
    ];
  } finally {
    console.error = print;
  }
}

export const sequences: Proof = {
  name: "sequences",
  title: "[SAME1] thousands of generated sequences of calls have the results of the official mock",
  run,
};
