/** Counts and failures read from the JSON reports of Vitest and Playwright. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "../steps";

export type Count = {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly string[];
  /** The files that took longest, longest first. */
  readonly slowest?: readonly { readonly file: string; readonly seconds: number }[];
};

/** Lines of a failed test's message that are repeated at the end of the run. */
const FAILURE_LINES = 12;
const SLOWEST = 5;

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly {
      readonly duration: number;
      readonly error?: { readonly message?: string };
      readonly attachments: readonly { readonly name: string; readonly path?: string }[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly PlaywrightSpec[];
}

type PlaywrightReport = PlaywrightSuite & {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly skipped: number;
  };
};

function failure(title: string, message: string): string {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, FAILURE_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join("\n");
}

function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [failure(file, message)];
    return failed.map((test) =>
      failure(`${file} › ${test.fullName}`, test.failureMessages.join("\n")),
    );
  });
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function playwrightFailures(specs: readonly PlaywrightSpec[]): string[] {
  return specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results: [result] }) => {
        const files = (result?.attachments ?? []).flatMap((one) => one.path ?? []);
        const named = files.map((one) => `    ${path.relative(ROOT, one)}`);
        return [failure(`${file} › ${title}`, result?.error?.message ?? ""), ...named].join("\n");
      }),
  );
}

/** Adds up the times of each file's tests, and returns the files that took longest. */
function slowestFiles(times: readonly (readonly [file: string, ms: number])[]): Count["slowest"] {
  const msByFile = new Map<string, number>();
  for (const [file, ms] of times) msByFile.set(file, (msByFile.get(file) ?? 0) + ms);
  return [...msByFile]
    .sort(([, one], [, other]) => other - one)
    .slice(0, SLOWEST)
    .map(([file, ms]) => ({ file, seconds: ms / 1_000 }));
}

export function countVitest(report: unknown): Count {
  const { numPassedTests: passed, numFailedTests: failed, testResults } = report as VitestReport;
  return {
    passed,
    failed,
    failures: vitestFailures(report as VitestReport),
    slowest: slowestFiles(
      testResults.map(({ name, startTime, endTime }) => [
        path.relative(ROOT, name),
        endTime - startTime,
      ]),
    ),
  };
}

export function countPlaywright(report: unknown): Count {
  const { stats } = report as PlaywrightReport;
  const specs = specsOf(report as PlaywrightReport);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    failures: playwrightFailures(specs),
    slowest: slowestFiles(
      specs.flatMap(({ file, tests }) =>
        tests.flatMap(({ results }) => results.map(({ duration }) => [file, duration] as const)),
      ),
    ),
  };
}

/**
 * Reads a report file. A command that failed without a failed test counts as one failure; so does one that ran no test, unless
 * `mayBeEmpty`.
 */
export function countReport(
  file: string,
  { code, mayBeEmpty }: { readonly code: number; readonly mayBeEmpty: boolean },
  count: (report: unknown) => Count,
): Count {
  try {
    const counted = count(JSON.parse(readFileSync(file, "utf8")));
    const ranNothing = counted.passed === 0 && !mayBeEmpty;
    const isSilent = counted.failed === 0 && (code !== 0 || ranNothing);
    return isSilent ? { ...counted, failed: 1 } : counted;
  } catch {
    return { passed: 0, failed: code === 0 && mayBeEmpty ? 0 : 1 };
  }
}
