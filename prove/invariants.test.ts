import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PROOFS } from "./all";

test("INVARIANTS.md and the titles of the proofs name the same invariants", () => {
  const text = readFileSync(path.join(import.meta.dirname, "INVARIANTS.md"), "utf8");
  const listed = [...text.matchAll(/^\| (I-\d\d) /gm)].map(([, number]) => number);
  const proven = PROOFS.flatMap(({ title }) =>
    [...title.matchAll(/\[(I-\d\d)\]/g)].map(([, number]) => number),
  );
  expect(listed.length).toBeGreaterThan(20);
  expect([...new Set(proven)].sort()).toEqual(listed);
});
