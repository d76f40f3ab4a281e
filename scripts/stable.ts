/**
 * `npm run test:stable -- LANE [N]`: runs a lane, or the test files whose paths contain LANE, N times (10 by default) while a busy
 * loop takes each core, and lists each test that failed with the number of its failures.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { finish } from "./finish";
import { FAILURES, type Lane, QUICK, REPORTS, SLOW } from "./lanes/lanes";
import type { Count } from "./lanes/reports";
import { ROOT, StepError } from "./steps";

const RUNS = 10;
/** Pictures and traces of each run's failures, which the next run would delete. */
const KEPT = path.join(ROOT, ".cache/stable");
/** Ends by itself when this process is gone, however that ended. */
const BUSY_LOOP = "const parent = process.ppid; while (process.ppid === parent);";

function startBusyLoops(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", BUSY_LOOP], { stdio: "ignore" }),
  );
}

const ALL = [...QUICK.flat(2), ...SLOW];

/** Lanes that were found to have tests of the filter; the first run tries all. */
let lanesOfFilter: readonly Lane[] = ALL.filter(({ isUnfiltered }) => isUnfiltered !== true);

/** Runs the tests once; resolves with the failures, each beginning with its test's title. */
async function runOnce(word: string): Promise<string[]> {
  for (const folder of [REPORTS, FAILURES]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const named = ALL.filter(({ name }) => name === word);
  const counts = new Map<Lane, Count>();
  for (const lane of named.length > 0 ? named : lanesOfFilter)
    counts.set(lane, await lane.run(named.length > 0 ? undefined : word));
  const found = [...counts].filter(([, { passed, failed }]) => passed + failed > 0);
  if (found.length === 0) throw new StepError(`No lane and no test file's path has "${word}".`);
  if (named.length === 0) lanesOfFilter = found.map(([lane]) => lane);
  return found.flatMap(([{ name }, { failed, failures = [] }]) =>
    failed > 0 && failures.length === 0 ? [`${name}: failed without a failed test`] : failures,
  );
}

async function runRepeatedly(word: string, runs: number): Promise<number> {
  const failuresByTitle = new Map<string, string[]>();
  rmSync(KEPT, { recursive: true, force: true });
  const loops = startBusyLoops();
  try {
    for (let run = 1; run <= runs; run += 1) {
      console.log(`\n── ${word}: run ${run} of ${runs}`);
      for (const failure of await runOnce(word)) {
        const [title = ""] = failure.split("\n");
        failuresByTitle.set(title, [...(failuresByTitle.get(title) ?? []), failure]);
      }
      if (existsSync(FAILURES)) cpSync(FAILURES, path.join(KEPT, String(run)), { recursive: true });
    }
  } finally {
    for (const loop of loops) loop.kill();
  }
  for (const failures of failuresByTitle.values())
    console.log(`\nFailed in ${failures.length} of ${runs} runs: ${failures[0]}`);
  if (existsSync(KEPT)) console.log(`\nPictures and traces by run: ${path.relative(ROOT, KEPT)}/`);
  console.log(`\n${word}: ${runs} runs, ${failuresByTitle.size} tests failed`);
  return failuresByTitle.size === 0 ? 0 : 1;
}

const [word, times = String(RUNS)] = process.argv.slice(2);
const runs = Number(times);
await finish(() => {
  if (word === undefined || !Number.isInteger(runs) || runs < 1)
    throw new StepError("Name a lane or a filter, and how often: npm run test:stable -- server 5");
  return runRepeatedly(word, runs);
});
