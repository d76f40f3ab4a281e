/** SPEC.md and the tests name the same rules: no promise without a proof, no proof of nothing. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const RULE = /\[([A-Z]+\d+)\]/g;

function rulesIn(text: string): string[] {
  return [...text.matchAll(RULE)].map(([, rule = ""]) => rule);
}

function rulesOfTests(): Set<string> {
  const tests = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.test\.ts$|conformance\.ts$|^prove\//.test(file) && !file.endsWith("spec.test.ts"),
  );
  return new Set(tests.flatMap((file) => rulesIn(readFileSync(path.join(ROOT, file), "utf8"))));
}

const promised = readFileSync(path.join(ROOT, "SPEC.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("- ["))
  .flatMap((line) => rulesIn(line).slice(0, 1));

test("every rule of SPEC.md has a number of its own", () => {
  expect(new Set(promised).size).toBe(promised.length);
});

test("every rule of SPEC.md has a test that carries its number", () => {
  const proven = rulesOfTests();
  expect(promised.filter((rule) => !proven.has(rule))).toEqual([]);
});

test("every number that a test carries is a rule of SPEC.md", () => {
  expect([...rulesOfTests()].filter((rule) => !promised.includes(rule))).toEqual([]);
});
