/** Measures the start of backends that tests use. */
import { makeFunctionReference } from "convex/server";
import { atMostMs, least, told } from "../testkit/findings";
import { type Attempt, type Finding, type Proof, percentile } from "../testkit/proof";
import { copyProject } from "../testkit/project";
import { withBackend } from "../withBackend";

const BACKENDS = { short: 20, long: 200 };
const TARGET_MS = 50;
const names = makeFunctionReference<"query", Record<string, never>, string[]>("guests:names");
const add = makeFunctionReference<"mutation", { name: string }>("guests:add");

async function run({ form }: Attempt): Promise<readonly Finding[]> {
  const project = copyProject("guests");
  const [starts, wholes]: [number[], number[]] = [[], []];
  let isolated = 0;
  try {
    // The first one builds the functions and makes the keys.
    for (let count = 0; count <= BACKENDS[form]; count += 1) {
      const began = performance.now();
      let ready = 0;
      await withBackend({ project: project.dir }, async (backend) => {
        ready = performance.now() - began;
        await backend.run(add, { name: `guest ${count}` });
        const found = await backend.run(names);
        if (found.length === 1 && found[0] === `guest ${count}`) isolated += 1;
      });
      starts.push(ready);
      wholes.push(performance.now() - began);
    }
  } finally {
    project.remove();
  }
  const [first = 0, ...later] = starts;
  const whole = percentile(wholes.slice(1), 1 / 2);
  return [
    told("the first backend ready", `${first.toFixed(0)} ms`),
    atMostMs(`later ones, median of ${later.length}`, percentile(later, 1 / 2), TARGET_MS),
    told("from the call to the end, with two calls, median", `${whole.toFixed(1)} ms`),
    least("backends that held only their own data", isolated, starts.length),
  ];
}

export const hosted: Proof = {
  name: "hosted",
  isTimed: true,
  title: "[PROG5] after the first one of a process, a backend for a test is ready within 50 ms",
  run,
};
