/**
 * `npm test [FILTER]` and `npm run test:full [FILTER]`: runs the project's checks in lanes, also on a fresh clone. FILTER is a
 * lane's name, or part of the paths of test files. Prints the failures again, each lane's time and slowest files, and
 * `N passed, N failed`; a static check counts as one test. Without a filter, `npm test` leaves out the lanes whose inputs are the
 * same as when they passed, unless `--all` is given or `CI` is set; with `--check` it runs the first group of lanes alone.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { FAILURES, type Lane, PASSED, QUICK, REPORTS, SLOW } from "./lanes/lanes";
import type { Count } from "./lanes/reports";
import { unlessUnchanged } from "./lanes/unchanged";
import { ROOT } from "./steps";

type Outcome = Count & { readonly lane: string; readonly seconds: number };

async function outcomeOf(lane: Lane, filter?: string): Promise<Outcome> {
  console.log(`\n── ${lane.name}`);
  const startedAt = Date.now();
  const count = await lane.run(filter);
  return { ...count, lane: lane.name, seconds: (Date.now() - startedAt) / 1_000 };
}

async function inTurn(lanes: readonly Lane[], filter?: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const lane of lanes) outcomes.push(await outcomeOf(lane, filter));
  return outcomes;
}

/** @param isWhole - Also runs the lanes whose inputs are the same as when they passed. */
async function runUnlessUnchanged(groups: typeof QUICK, isWhole: boolean): Promise<Outcome[]> {
  const place = { root: ROOT, records: PASSED, isWhole };
  const outcomes: Outcome[] = [];
  for (const group of groups) {
    const running = group.map((lanes) => inTurn(lanes.map((lane) => unlessUnchanged(lane, place))));
    outcomes.push(...(await Promise.all(running)).flat());
  }
  return outcomes;
}

/** Runs the named lanes, or every lane's test files whose paths contain the one word. */
async function runChosen(words: readonly string[]): Promise<Outcome[]> {
  const all = [...QUICK.flat(2), ...SLOW];
  const named = all.filter(({ name }) => words.includes(name));
  if (named.length === words.length) return inTurn(named);
  const [filter, ...others] = words;
  if (others.length > 0) {
    console.error(`Give one filter, or lanes of ${all.map(({ name }) => name).join(", ")}.`);
    process.exit(1);
  }
  const outcomes = await inTurn(
    all.filter(({ isUnfiltered }) => isUnfiltered !== true),
    filter,
  );
  const found = outcomes.filter(({ passed, failed }) => passed + failed > 0);
  if (found.length === 0) {
    console.error(`No test file's path contains "${filter}".`);
    process.exit(1);
  }
  return found;
}

/** Begins what `.ci/run` repeats. */
const SUMMARY = "── summary";

function report(outcomes: readonly Outcome[]): Count {
  console.log(`\n${SUMMARY}`);
  const failures = outcomes.flatMap(({ failures = [] }) => failures);
  if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join("\n\n")}`);
  if (failures.length > 0 && existsSync(FAILURES))
    console.log(`\nPictures and traces of browser tests: ${path.relative(ROOT, FAILURES)}/`);
  console.log();
  for (const { lane, passed, failed, seconds, slowest = [] } of outcomes) {
    console.log(`${lane.padEnd(13)} ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
    for (const { file, seconds: own } of slowest)
      console.log(`${own.toFixed(1).padStart(20)} s  ${file}`);
  }
  const sum = (of: "passed" | "failed") => outcomes.reduce((total, one) => total + one[of], 0);
  return { passed: sum("passed"), failed: sum("failed") };
}

const { values, positionals } = parseArgs({
  options: {
    slow: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const isCi = (process.env["CI"] ?? "") !== "";
rmSync(REPORTS, { recursive: true, force: true });
// In CI the pictures of `npm test` are still there after `npm run test:full`.
if (!values.slow) rmSync(FAILURES, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const chosen =
  positionals.length > 0
    ? runChosen(positionals)
    : values.slow
      ? inTurn(SLOW)
      : runUnlessUnchanged(values.check ? QUICK.slice(0, 1) : QUICK, values.all || isCi);
const { passed, failed } = report(await chosen);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
