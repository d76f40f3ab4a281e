import { expect, test, vi } from "vitest";
import { IntervalIndex } from "./intervalIndex";
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

test("[SUB2] a reader that reads the same again stays where it is, until it is removed", () => {
  const added = vi.spyOn(IntervalIndex.prototype, "add");
  const sets = new ReadSets<string>();
  for (let time = 1; time <= 3; time += 1) {
    sets.set("a", { ranges: [range(1, 3), range(1, 3), range(8)] });
    expect(added).toHaveBeenCalledTimes(3);
    expect(sets.touchedBy(writing(2))).toEqual(new Set(["a"]));
  }
  sets.remove("a");
  expect(sets.isTouchedBy(writing(2))).toBe(false);
  sets.set("a", { ranges: [range(1, 3)] });
  expect(sets.isTouchedBy(writing(2))).toBe(true);
  added.mockRestore();
});

test.each([
  ["a range less", [range(1, 3)], [2], [9]],
  ["a range more", [range(1, 3), range(8), range(5, 6)], [2, 5, 9], []],
  ["another beginning", [range(2, 3), range(8)], [2, 9], [1]],
  ["another end", [range(1, 2), range(8)], [1, 9], [2]],
  ["no end any more", [range(1), range(8)], [2, 7], []],
  ["an end", [range(1, 3), range(8, 9)], [2, 8], [9]],
  ["another index", [{ ...range(1, 3), index: "/2/by_id" }, range(8)], [9], [2]],
  ["nothing", [], [], [2, 9]],
])("[SUB2] a reader of %s is found there and nowhere else", (_, ranges, hit, missed) => {
  const sets = new ReadSets<string>();
  sets.set("a", { ranges: [range(1, 3), range(8)] });
  sets.set("a", { ranges });
  for (const key of hit) expect(sets.isTouchedBy(writing(key)), `${key}`).toBe(true);
  for (const key of missed) expect(sets.isTouchedBy(writing(key)), `${key}`).toBe(false);
});

test("[SUB7] keeps nothing of a removed reader", () => {
  const sets = new ReadSets<string>();
  sets.set("a", { ranges: [range(1), range(1)] });
  sets.remove("a");
  sets.remove("a");
  expect(sets.isTouchedBy(writing(2))).toBe(false);
  expect(sets.size).toBe(0);
});
