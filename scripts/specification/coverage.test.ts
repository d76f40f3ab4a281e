/** Every promise of the product has a test that shows it, and the table that says so is up to date. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gaps, tableOf } from "./coverage";
import { TABLE, coverProject } from "./project";

const covered = coverProject();

test("every route, text, constant and rule has a test that shows it", () => {
  expect(gaps(covered)).toEqual([]);
});

test("docs/coverage.md is up to date (npm run coverage writes it)", () => {
  const table = existsSync(TABLE) ? readFileSync(TABLE, "utf8") : "";
  expect(table).toBe(tableOf(covered));
});

test("no promise is made twice", () => {
  const names = covered.map(({ entry }) => `${entry.area} · ${entry.where} · ${entry.entry}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
