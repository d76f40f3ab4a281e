/** The merged ranges hold exactly the keys of those that were added, whatever their order. */
import { describe, expect, test } from "vitest";
import type { ReadRange } from "../contracts";
import { compareBytes } from "../store/bytes";
import { seededRandom, expandSeed } from "../functions/random";
import { RANGES_READ_MAX } from "./limits";
import { ReadRanges } from "./readRanges";

const INDEXES = ["one", "two"];
const KEYS = 64;

const key = (at: number) => Uint8Array.of(at);

function range(index: string, from: number, to: number | undefined): ReadRange {
  return { index, from: key(from), ...(to !== undefined && { to: key(to) }) };
}

function contains(ranges: readonly ReadRange[], index: string, at: number): boolean {
  return ranges.some(
    (each) =>
      each.index === index &&
      compareBytes(each.from, key(at)) <= 0 &&
      (each.to === undefined || compareBytes(each.to, key(at)) > 0),
  );
}

/** Many ranges that are one. */
function overfull(): ReadRanges {
  const reads = new ReadRanges();
  for (let at = 0; at <= RANGES_READ_MAX; at++) reads.add(range("filler", 0, 1));
  return reads;
}

const FILLER = 1;

function runs(ranges: readonly ReadRange[], index: string): number {
  const held = Array.from({ length: KEYS + 1 }, (_, at) => contains(ranges, index, at));
  return held.filter((isHeld, at) => isHeld && held[at - 1] !== true).length;
}

describe("ranges read", () => {
  test("[LIM1] [LIM13] are merged before they are refused, also while a query reads on", () => {
    const reads = new ReadRanges();
    for (let at = 0; at < RANGES_READ_MAX; at++) reads.add(range("one", 0, 1));
    reads.begin(range("one", 0, 1));
    expect(reads.exceed(RANGES_READ_MAX)).toBe(false);
    expect(reads.exceed(1)).toBe(false);
    reads.begin(range("one", 5, 6));
    expect(reads.exceed(1)).toBe(true);
    expect(reads.count).toBe(2);
  });

  test("[LIM1] are counted once where they overlap or touch, in any order", () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = seededRandom(expandSeed(seed));
      const upTo = (count: number) => Math.floor(random() * count);
      const added = Array.from({ length: 1 + upTo(12) }, () => {
        const from = upTo(KEYS);
        const isOpen = upTo(20) === 0;
        return range(INDEXES[upTo(2)]!, from, isOpen ? undefined : from + 1 + upTo(8));
      });
      const reads = overfull();
      for (const each of added) reads.add(each);
      const separate = INDEXES.reduce((sum, index) => sum + runs(added, index), 0);
      expect(reads.count, String(seed)).toBe(FILLER + separate);
      for (const index of INDEXES)
        for (let at = 0; at <= KEYS; at++)
          expect(contains(reads.all, index, at)).toBe(contains(added, index, at));
    }
  });

  test("[LIM1] count while they grow, and keep what they had grown to at their end", () => {
    const reads = overfull();
    const growing = { index: "one", from: key(3), to: key(3) };
    reads.begin(growing);
    growing.to = key(7);
    expect(contains(reads.all, "one", 6)).toBe(true);
    expect(reads.count).toBe(FILLER + 1);
    reads.add(range("one", 7, 9));
    expect(reads.count).toBe(FILLER + 1);
    reads.end(growing);
    expect(reads.count).toBe(FILLER + 1);
    expect([contains(reads.all, "one", 3), contains(reads.all, "one", 9)]).toEqual([true, false]);
  });
});
