/**
 * convex-backend's own tests as a judge: `npm run embedded:official -- CHECKOUT`. The checkout is a clone of
 * get-convex/convex-backend at a commit that still has these suites (`7a518c760^` is the last one); nothing of it is part of
 * this repository.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { builtins } from "./builtins";
import { components } from "./components";
import { EXPECTED_MISSES } from "./expectedMisses";
import { integration } from "./integration";
import type { Suite, TestResult } from "./suite";

const SUITES: readonly Suite[] = [integration, builtins, components];
const ERROR_LENGTH = 600;
/** The folders that have had the suites, the newest first. */
const FOLDERS = ["npm-packages/tests", "npm-packages"];

const keyOf = ({ file, title }: Pick<TestResult, "file" | "title">): string => `${file} › ${title}`;

/** Prints one suite's results; returns the number of those that nobody expects. */
function reportSuite({ name }: Suite, results: readonly TestResult[]): number {
  const expected = EXPECTED_MISSES.filter(({ suite }) => suite === name);
  const expectedKeys = new Set(expected.map(keyOf));
  const failed = results.filter(({ error }) => error !== null);
  const passed = new Set(results.filter(({ error }) => error === null).map(keyOf));
  const unexpected = failed.filter((result) => !expectedKeys.has(keyOf(result)));
  const mended = expected.filter((miss) => passed.has(keyOf(miss)));
  for (const result of unexpected)
    console.log(`MISSED ${keyOf(result)}\n       ${result.error?.slice(0, ERROR_LENGTH)}`);
  for (const miss of mended) console.log(`PASSES, though it is listed: ${keyOf(miss)}`);
  console.log(
    `── ${name}: ${results.length - failed.length} of ${results.length} passed, ${failed.length - unexpected.length} expected misses\n`,
  );
  return unexpected.length + mended.length;
}

async function run(suite: Suite, packages: string, report: string | undefined): Promise<number> {
  const scratch = mkdtempSync(path.join(tmpdir(), "official-"));
  try {
    const results = await suite.run({ packages, scratch });
    if (report !== undefined) {
      mkdirSync(report, { recursive: true });
      writeFileSync(path.join(report, `${suite.name}.json`), JSON.stringify(results, null, 1));
    }
    return reportSuite(suite, results);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Ends the process: with 1 if a test failed that is not listed, or passed that is. */
export async function runOfficialSuites(): Promise<never> {
  const { values, positionals } = parseArgs({
    options: { only: { type: "string" }, report: { type: "string" } },
    allowPositionals: true,
  });
  const chosen = SUITES.filter(({ name }) => values.only === undefined || values.only === name);
  const packages = FOLDERS.map((folder) => path.resolve(positionals[0] ?? "", folder)).find(
    (folder) => chosen.every(({ name }) => existsSync(path.join(folder, name, "package.json"))),
  );
  if (positionals.length !== 1 || chosen.length === 0 || packages === undefined) {
    const names = SUITES.map(({ name }) => name).join(", ");
    console.error(`Name a checkout of convex-backend whose npm-packages have: ${names}.`);
    process.exit(1);
  }
  let surprises = 0;
  for (const suite of chosen) surprises += await run(suite, packages, values.report);
  process.exit(surprises === 0 ? 0 : 1);
}
