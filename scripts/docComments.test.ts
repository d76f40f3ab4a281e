/** Doc comments say what a thing is or returns in their first words, so that a reader can skim them. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const INDIRECT = /\/\*\*(?:\s|\* )*(?:What|Who|Whose|Whether|How|Where|So many)\b.*/g;

test("no doc comment begins with a question", () => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx"], {
    ...{ cwd: ROOT, encoding: "utf8" },
  });
  const files = listed.split("\n").filter((file) => existsSync(path.join(ROOT, file)));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    if (file === "" || file.includes("_generated/")) return [];
    const comments = readFileSync(path.join(ROOT, file), "utf8").match(INDIRECT) ?? [];
    return comments.map((comment) => `${file}: ${comment}`);
  });
  expect(found).toEqual([]);
});
