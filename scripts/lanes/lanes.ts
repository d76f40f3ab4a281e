/** The lanes of `npm test` and `npm run test:full`: commands whose passed and failed tests are counted. */
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "../chromium";
import { ROOT, StepError, buildWebApp, run, runBin } from "../steps";
import { type Count, countPlaywright, countReport, countVitest } from "./reports";

export type Lane = {
  readonly name: string;
  /** `filter` is part of the paths of the test files to run; without it all run. Resolves with the counts. */
  readonly run: (filter?: string) => Promise<Count>;
  /** A filter leaves it out: it runs no test files, or those of another lane again. */
  readonly isUnfiltered?: true;
};

export const REPORTS = path.join(ROOT, ".cache/reports");
/** Pictures and traces of tests that failed in the browser. */
export const FAILURES = path.join(ROOT, ".cache/failures");

function staticCheck(name: string, ...args: readonly string[]): Lane {
  return {
    name,
    isUnfiltered: true,
    run: async () =>
      (await run("npm", ["run", "--silent", ...args])) === 0
        ? { passed: 1, failed: 0 }
        : { passed: 0, failed: 1, failures: [`${name}: see its output above`] },
  };
}

/**
 * @param build - Builds the screens first, because parallel markets would each build them.
 * @param browser - Finds Chromium first, in which its tests run.
 */
function vitestLane(name: string, { build = false, browser = false } = {}): Lane {
  const report = path.join(REPORTS, `${name}.json`);
  return {
    name,
    run: async (filter) => {
      if (build) await buildWebApp();
      if (browser) ensureChromium();
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const files = filter === undefined ? [] : [filter, "--passWithNoTests"];
      const code = await runBin("vitest/vitest.mjs", [
        "run",
        "--project",
        name,
        ...reporters,
        ...files,
      ]);
      return countReport(report, { code, mayBeEmpty: filter !== undefined }, countVitest);
    },
  };
}

/** The folder of a version of Node, installed from npm's package of that name. */
async function installedNode(version: string): Promise<string> {
  const folder = path.join(ROOT, ".cache/node", version);
  const programs = path.join(folder, "node_modules/node/bin");
  if (existsSync(path.join(programs, "node"))) return programs;
  const place = ["--prefix", folder, "--no-save", "--no-package-lock", "--loglevel=error"];
  if ((await run("npm", ["install", ...place, `node@${version}`])) === 0) return programs;
  throw new StepError(`npm could not install Node ${version}.`);
}

/** The oldest version that `scripts/run.mjs` accepts. */
const OLDEST_NODE = "20.19.0";

/** The backend's tests on the oldest Node; all others run on the Node that runs the checks. */
const OLDEST_NODE_LANE: Lane = {
  name: "oldest-node",
  isUnfiltered: true,
  run: async () => {
    const programs = await installedNode(OLDEST_NODE);
    const report = path.join(REPORTS, "oldest-node.json");
    const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await run(
      path.join(programs, "node"),
      [vitest, "run", "--project", "embedded", ...reporters],
      // What the tests start runs on it, too.
      { PATH: `${programs}${path.delimiter}${process.env["PATH"] ?? ""}` },
    );
    return countReport(report, { code, mayBeEmpty: false }, countVitest);
  },
};

function browserLane(name: string, projects: readonly string[]): Lane {
  const report = path.join(REPORTS, `${name}.json`);
  return {
    name,
    run: async (filter) => {
      ensureChromium();
      process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] = report;
      await buildWebApp();
      const files = filter === undefined ? [] : [filter, "--pass-with-no-tests"];
      const code = await runBin("@playwright/test/cli.js", [
        "test",
        "--reporter=list,json",
        `--output=${path.join(FAILURES, name)}`,
        ...projects.map((project) => `--project=${project}`),
        ...files,
      ]);
      return countReport(report, { code, mayBeEmpty: filter !== undefined }, countPlaywright);
    },
  };
}

const LINT = staticCheck("lint", "lint");

/** Lanes of `npm test`. Lanes of one group run in parallel: the linter takes one core for as long as the others take the second. */
export const QUICK: readonly (readonly (readonly Lane[])[])[] = [
  [
    [LINT],
    [
      staticCheck("types", "typecheck"),
      staticCheck("format", "format:check"),
      staticCheck("codegen", "codegen", "--", "--check"),
      vitestLane("unit"),
      vitestLane("server"),
    ],
  ],
  [[vitestLane("embedded")]],
  [[vitestLane("components", { browser: true })]],
  [[browserLane("browser", ["main"])]],
];

/** Lanes of `npm run test:full` only: crash tests, load tests, proofs, measurements, and every page at every width and theme. */
export const SLOW: readonly Lane[] = [
  vitestLane("embedded-slow"),
  vitestLane("prove", { build: true }),
  browserLane("browser-full", ["people", "measured"]),
  OLDEST_NODE_LANE,
];
