/** `js-integration-tests`: convex-backend's tests through Convex's clients, by the runner that they are written for. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { installedCopy, runToEnd, serve } from "./scratch";
import type { Suite, TestResult } from "./suite";

/** The part that is used of what Jest writes with `--json`. */
interface JestReport {
  readonly testResults: readonly {
    /** The file's path. */
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: "passed" | "failed" | "pending" | "todo";
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** All of its tests are skipped there, and it needs a browser's environment. */
const SKIPPED_FILE = "query.test.tsx";

function resultsOf({ testResults }: JestReport): TestResult[] {
  return testResults.flatMap(({ name, message, assertionResults }): TestResult[] => {
    const file = path.basename(name);
    if (assertionResults.length === 0) return [{ file, title: "(the file)", error: message }];
    return assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status, failureMessages }) => ({
        file,
        title: fullName,
        error: status === "passed" ? null : failureMessages.join("\n"),
      }));
  });
}

export const integration: Suite = {
  name: "js-integration-tests",
  async run({ packages, scratch }) {
    const directory = path.join(scratch, this.name);
    await installedCopy(path.join(packages, this.name), directory);
    const report = path.join(scratch, "report.json");
    const { url, adminKey, stop } = await serve(directory, path.join(scratch, "data"));
    try {
      const jest = path.join(directory, "node_modules/jest/bin/jest.js");
      const flags = ["--silent", "--forceExit", "--json", "--outputFile", report];
      await runToEnd(
        process.execPath,
        [jest, ...flags, "--testPathIgnorePatterns", SKIPPED_FILE],
        directory,
        { DEPLOYMENT_URL: url, SITE_URL: url, ADMIN_KEY: adminKey },
      );
    } finally {
      await stop();
    }
    return resultsOf(JSON.parse(readFileSync(report, "utf8")) as JestReport);
  },
};
