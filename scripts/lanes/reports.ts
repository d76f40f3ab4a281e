/** Counts and failures read from the JSON reports of Vitest and Playwright. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "../steps";

export type Count = {
  readonly passed: number;
  readonly failed: number;
  readonly failures?: readonly string[];
  /** Tests that passed at their second attempt only, with the errors of their first. */
  readonly unsteady?: readonly string[];
};

/** Lines of a failed test's message that are repeated at the end of the run. */
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

type PlaywrightReport = PlaywrightSuite & {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
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

function playwrightErrors(
  { suites = [], specs = [] }: PlaywrightSuite,
  outcome: "unexpected" | "flaky",
): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ results }) => failure(`${file} › ${title}`, results[0]?.error?.message ?? "")),
  );
  return [...own, ...suites.flatMap((suite) => playwrightErrors(suite, outcome))];
}

export function countVitest(report: unknown): Count {
  const { numPassedTests: passed, numFailedTests: failed } = report as VitestReport;
  return { passed, failed, failures: vitestFailures(report as VitestReport) };
}

export function countPlaywright(report: unknown): Count {
  const { stats } = report as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: playwrightErrors(report as PlaywrightReport, "unexpected"),
    unsteady: playwrightErrors(report as PlaywrightReport, "flaky"),
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
