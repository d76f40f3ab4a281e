import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PROOFS } from "./all";

test("each invariant that is written down is proven, and each that is proven is written down", () => {
  const text = readFileSync(path.join(import.meta.dirname, "INVARIANTS.md"), "utf8");
  const written = [...text.matchAll(/^\| (I-\d\d) /gm)].map(([, number]) => number);
  const proven = PROOFS.flatMap(({ title }) =>
    [...title.matchAll(/\[(I-\d\d)\]/g)].map(([, number]) => number),
  );
  expect(written.length).toBeGreaterThan(20);
  expect([...new Set(proven)].sort()).toEqual(written);
});
