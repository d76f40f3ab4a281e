import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../steps";
import { countPlaywright, countReport, countVitest } from "./reports";

const attachments = [
  { name: "trace", path: path.join(ROOT, ".cache/failures/browser/one/trace.zip") },
  { name: "note" },
];
const failed = {
  duration: 2_000,
  error: { message: "Not \u001b[31mthere\u001b[39m" },
  attachments,
};
const passed = (duration: number) => ({ duration, attachments: [] });
const spec = (file: string, title: string, status: string, result: object) => ({
  ...{ file, title },
  tests: [{ status, results: [result] }],
});
const PLAYWRIGHT = {
  stats: { expected: 2, unexpected: 1, skipped: 0 },
  suites: [
    {
      specs: [spec("a.spec.ts", "opens", "expected", passed(1_500))],
      suites: [{ specs: [spec("a.spec.ts", "closes", "unexpected", failed)] }],
    },
    { specs: [spec("b.spec.ts", "waits", "expected", passed(4_000))] },
  ],
};

const vitestFile = (name: string, seconds: number, failureMessages: readonly string[] = []) => ({
  ...{ name: path.join(ROOT, name), message: "", startTime: 1_000 },
  endTime: 1_000 + seconds * 1_000,
  status: failureMessages.length > 0 ? "failed" : "passed",
  assertionResults: failureMessages.map((message) => ({
    ...{ status: "failed", fullName: "adds", failureMessages: [message] },
  })),
});

describe("countPlaywright", () => {
  const count = countPlaywright(PLAYWRIGHT);

  test("names the picture and trace of a failed test below its message", () => {
    expect(count.passed).toBe(2);
    expect(count.failed).toBe(1);
    expect(count.failures).toEqual([
      "a.spec.ts › closes\n    Not there\n    .cache/failures/browser/one/trace.zip",
    ]);
  });

  test("adds up the times of a file's tests, the slowest first", () => {
    expect(count.slowest).toEqual([
      { file: "b.spec.ts", seconds: 4 },
      { file: "a.spec.ts", seconds: 3.5 },
    ]);
  });
});

test("countVitest lists the five slowest files, and what failed", () => {
  const files = [1, 2, 3, 4, 5, 6].map((n) => vitestFile(`src/${n}.test.ts`, n));
  const testResults = [...files, vitestFile("src/wrong.test.ts", 0.5, ["3 is not 4"])];
  const count = countVitest({ numPassedTests: 6, numFailedTests: 1, testResults });
  expect(count.slowest?.map(({ file }) => file)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `src/${n}.test.ts`),
  );
  expect(count.slowest?.[0]?.seconds).toBe(6);
  expect(count.failures).toEqual(["src/wrong.test.ts › adds\n    3 is not 4"]);
});

describe("countReport", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "mandi-reports-")), "report.json");
  writeFileSync(file, "{}");
  const read = (passedTests: number, code: number, mayBeEmpty = false) =>
    countReport(file, { code, mayBeEmpty }, () => ({ passed: passedTests, failed: 0 })).failed;

  test("counts a command that failed without a failed test as a failure", () => {
    expect(read(3, 1)).toBe(1);
    expect(read(3, 0)).toBe(0);
  });

  test("counts a command that ran no test as a failure, unless a filter may leave none", () => {
    expect(read(0, 0)).toBe(1);
    expect(read(0, 0, true)).toBe(0);
  });
});
