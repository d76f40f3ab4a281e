import { expect, test } from "vitest";
import { ReadSets } from "./readSets";

const range = (from: number, to?: number) => ({
  index: "/1/by_id",
  from: Uint8Array.of(from),
  ...(to !== undefined && { to: Uint8Array.of(to) }),
});
const writing = (key: number) => ({
  ts: 1,
  writes: [{ index: "/1/by_id", key: Uint8Array.of(key) }],
});

test("[SUB2] a reader depends only on its latest read set", () => {
  const sets = new ReadSets<string>();
  sets.set("a", { ranges: [range(1, 3), range(1, 3), range(8)] });
  sets.set("b", { ranges: [range(2, 4)] });
  expect(sets.touchedBy(writing(2))).toEqual(new Set(["a", "b"]));
  sets.set("a", { ranges: [range(5, 6)] });
  expect(sets.touchedBy(writing(2))).toEqual(new Set(["b"]));
  expect(sets.touchedBy(writing(9))).toEqual(new Set());
  expect(sets.touchedBy(writing(5))).toEqual(new Set(["a"]));
});

test("[SUB7] keeps nothing of a removed reader", () => {
  const sets = new ReadSets<string>();
  sets.set("a", { ranges: [range(1), range(1)] });
  sets.remove("a");
  sets.remove("a");
  expect(sets.isTouchedBy(writing(2))).toBe(false);
  expect(sets.size).toBe(0);
});
