/** The gallery shows every component of `src/ui` and `src/forms`. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ENTRIES, WITHOUT_ENTRY } from "./registry";

const SRC = path.resolve(import.meta.dirname, "..");
const components = ["ui", "forms"].flatMap((folder) =>
  readdirSync(path.join(SRC, folder))
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((name) => `${folder}/${name}`),
);
const shown: readonly string[] = ENTRIES.map(({ file }) => file);

test("every component has an entry, or a reason to have none", () => {
  expect(components.length).toBeGreaterThan(50);
  expect(components.filter((file) => !shown.includes(file) && !(file in WITHOUT_ENTRY))).toEqual(
    [],
  );
});

test("no entry or reason is of a file that is gone or has both", () => {
  const files = [...shown, ...Object.keys(WITHOUT_ENTRY)];
  expect(files.filter((file) => !existsSync(path.join(SRC, file)))).toEqual([]);
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
});

test("every entry has a state", () => {
  const empty = ENTRIES.filter(
    ({ states = {}, overlays = {} }) => Object.keys({ ...states, ...overlays }).length === 0,
  );
  expect(empty).toEqual([]);
});
