/** The lanes of `npm test` and `npm run test:full`: commands whose passed and failed tests are counted. */
import path from "node:path";
import { ensureChromium } from "../chromium";
import { ROOT, buildWebApp, run, runBin } from "../steps";
import { type Count, countPlaywright, countReport, countVitest } from "./reports";

export type Lane = {
  readonly name: string;
  /** `filter` is part of the paths of the test files to run; without it all run. Resolves with the counts. */
  readonly run: (filter?: string) => Promise<Count>;
  /** A filter leaves it out: it runs no test files, or those of another lane again. */
  readonly isUnfiltered?: true;
  /** The folders that its outcome depends on, besides the files at the root; without them all folders. */
  readonly inputs?: readonly string[];
};

export const REPORTS = path.join(ROOT, ".cache/reports");
/** The inputs on which each lane passed. */
export const PASSED = path.join(ROOT, ".cache/lanes.json");
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

type Inputs = { readonly inputs?: readonly string[] };
type VitestOptions = Inputs & {
  readonly build?: boolean;
  readonly browser?: boolean;
  readonly projects?: readonly string[];
};

/**
 * @param build - Builds the screens first, because parallel markets would each build them.
 * @param browser - Finds Chromium first, in which its tests run.
 * @param projects - Of `vitest.config.ts`; without them the one of that name.
 */
function vitestLane(
  name: string,
  { build = false, browser = false, projects = [name], inputs }: VitestOptions = {},
): Lane {
  const report = path.join(REPORTS, `${name}.json`);
  return {
    name,
    inputs,
    run: async (filter) => {
      if (build) await buildWebApp();
      if (browser) ensureChromium();
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const files = filter === undefined ? [] : [filter, "--passWithNoTests"];
      const code = await runBin("vitest/vitest.mjs", [
        "run",
        ...projects.map((project) => `--project=${project}`),
        ...reporters,
        ...files,
      ]);
      return countReport(report, { code, mayBeEmpty: filter !== undefined }, countVitest);
    },
  };
}

function browserLane(
  name: string,
  { projects, inputs }: Inputs & { readonly projects: readonly string[] },
): Lane {
  const report = path.join(REPORTS, `${name}.json`);
  return {
    name,
    inputs,
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

/** Lanes of `npm test`. Lanes of one group run in parallel: the static checks beside the tests that need neither market nor browser. */
export const QUICK: readonly (readonly (readonly Lane[])[])[] = [
  [
    [
      staticCheck("lint", "lint"),
      staticCheck("types", "typecheck"),
      staticCheck("format", "format:check"),
      staticCheck("codegen", "codegen", "--", "--check"),
    ],
    [vitestLane("unit"), vitestLane("server", { inputs: ["convex", "domain", "languages"] })],
  ],
  [[vitestLane("embedded", { browser: true, inputs: ["embedded"] })]],
  [
    [
      vitestLane("components", {
        browser: true,
        inputs: ["convex", "domain", "languages", "public", "src"],
      }),
    ],
  ],
  [
    [
      browserLane("browser", {
        projects: ["main"],
        inputs: [
          ...["convex", "domain", "e2e", "embedded", "languages", "public", "scripts", "src"],
          "testkit",
        ],
      }),
    ],
  ],
];

/** Lanes of `npm run test:full` only: crash tests, load tests, proofs, measurements, and every page at every width and theme. */
export const SLOW: readonly Lane[] = [
  vitestLane("embedded-slow", { projects: ["embedded-slow", "embedded-timed"] }),
  vitestLane("prove", { build: true }),
  browserLane("browser-full", { projects: ["people", "measured"] }),
];
