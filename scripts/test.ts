/**
 * `npm test`: every check the project has, in lanes, on a fresh clone too.
 * Ends with what failed, told again where it is found, and the line `N passed,
 * N failed`, which counts single tests; a static check counts as one.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./chromium";
import { ROOT, buildWebApp, run, runBin } from "./steps";

type Count = { passed: number; failed: number; failures?: readonly string[] };
type Lane = { name: string; run: () => Promise<Count> };

const REPORTS = path.join(ROOT, ".cache/reports");

/** One check that either holds or does not. */
function check(name: string, command: () => Promise<number>): Lane {
  return {
    name,
    run: async () =>
      (await command()) === 0
        ? { passed: 1, failed: 0 }
        : { passed: 0, failed: 1, failures: [`${name}: see above, under "── ${name}"`] },
  };
}

/** Reads a report; a lane that ended badly without a failed test (it crashed) counts as one failure. */
function counted(code: number, file: string, read: (report: unknown) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, "utf8")));
    const silent = count.failed === 0 && (code !== 0 || count.passed === 0);
    return silent ? { ...count, failed: 1 } : count;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** The first lines of what a failed test said: enough to tell which promise broke and how. */
const FAILURE_LINES = 12;

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [told(file, message)];
    return failed.map((test) =>
      told(`${file} › ${test.fullName}`, test.failureMessages.join("\n")),
    );
  });
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

function playwrightFailures({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => told(`${file} › ${title}`, results[0]?.error?.message ?? "")),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}

function told(title: string, message: string): string {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, FAILURE_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join("\n");
}

/** Its markets start at once and must not all build the screens. */
const proveLane: Lane = {
  name: "prove",
  run: async () => {
    await buildWebApp();
    return vitestLane("prove").run();
  },
};

function vitestLane(project: string): Lane {
  const report = path.join(REPORTS, `${project}.json`);
  return {
    name: project,
    run: async () => {
      const code = await runBin("vitest/vitest.mjs", [
        "run",
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ]);
      return counted(code, report, (json) => {
        const report = json as VitestReport;
        const { numPassedTests: passed, numFailedTests: failed } = report;
        return { passed, failed, failures: vitestFailures(report) };
      });
    },
  };
}

const browserLane: Lane = {
  name: "browser",
  run: async () => {
    const report = path.join(REPORTS, "browser.json");
    process.env["CHROMIUM_PATH"] = ensureChromium();
    process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] = report;
    await buildWebApp();
    const code = await runBin("@playwright/test/cli.js", ["test", "--reporter=list,json"]);
    return counted(code, report, (json) => {
      const report = json as PlaywrightSuite & {
        stats: { expected: number; unexpected: number; flaky: number };
      };
      const { stats } = report;
      if (stats.flaky > 0) console.log(`${stats.flaky} passed at the second try only, see above`);
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        failures: playwrightFailures(report),
      };
    });
  },
};

const LANES: readonly Lane[] = [
  check("types", () => run("npm", ["run", "--silent", "typecheck"])),
  check("lint", () => run("npm", ["run", "--silent", "lint"])),
  check("format", () => run("npm", ["run", "--silent", "format:check"])),
  check("codegen", () => run("npm", ["run", "--silent", "codegen", "--", "--check"])),
  vitestLane("unit"),
  vitestLane("server"),
  vitestLane("embedded"),
  proveLane,
  browserLane,
];

function chosenLanes(names: readonly string[]): readonly Lane[] {
  const unknown = names.find((name) => !LANES.some((lane) => lane.name === name));
  if (unknown !== undefined) {
    console.error(
      `There is no lane "${unknown}": choose from ${LANES.map((l) => l.name).join(", ")}.`,
    );
    process.exit(1);
  }
  return names.length === 0 ? LANES : LANES.filter((lane) => names.includes(lane.name));
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
const failures: string[] = [];
for (const lane of chosenLanes(process.argv.slice(2))) {
  console.log(`\n── ${lane.name}`);
  const started = Date.now();
  const count = await lane.run();
  total.passed += count.passed;
  total.failed += count.failed;
  failures.push(...(count.failures ?? []));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  lines.push(
    `${lane.name.padEnd(9)} ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
  );
}
if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join("\n\n")}`);
console.log(`\n${lines.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
