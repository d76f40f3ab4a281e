/** The promises and the tests of this project. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Covered, cover } from "./coverage";
import { ENTRIES } from "./entries";
import { findTests } from "./tests";

const ROOT = path.resolve(import.meta.dirname, "../..");
export const TABLE = path.join(ROOT, "docs/coverage.md");

/** Browser tests first: they show what people see. `embedded` promises nothing of the market. */
const FOLDERS = ["e2e", "src", "domain", "convex", "scripts"];
const IS_TEST = /\.(test|spec)\.ts$/;

function testFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
      .filter((file) => IS_TEST.test(file))
      .sort(),
  );
}

function read(file: string): string | undefined {
  try {
    return readFileSync(path.join(ROOT, file), "utf8");
  } catch {
    return undefined;
  }
}

export function coverProject(): Covered[] {
  return cover(ENTRIES, findTests(testFiles(), read));
}
