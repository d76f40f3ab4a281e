import fc from "fast-check";
import { expect, test } from "vitest";
import { processorMs } from "../testkit/elapsed";
import { IntervalIndex } from "./intervalIndex";

const key = fc.string({
  minLength: 0,
  maxLength: 3,
  unit: fc.constantFrom("a", "b", "c", "\u00ff"),
});
const interval = fc.record({ from: key, to: fc.option(key, { nil: undefined }) });
const step = fc.record({ interval, owner: fc.integer({ min: 0, max: 4 }), add: fc.boolean() });

test("[SUB2] returns exactly the owners whose intervals contain the key", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), key, (steps, probe) => {
      const index = new IntervalIndex<number>();
      const held = new Map<string, (typeof steps)[number]>();
      for (const each of steps) {
        const id = JSON.stringify([each.interval.from, each.interval.to ?? null, each.owner]);
        if (each.add) {
          index.add(each.interval, each.owner);
          held.set(id, each);
        } else {
          index.remove(each.interval, each.owner);
          held.delete(id);
        }
      }
      const expected = [...held.values()]
        .filter(({ interval: { from, to } }) => from <= probe && (to === undefined || probe < to))
        .map(({ owner }) => owner);
      const found: number[] = [];
      index.covering(probe, (owner) => found.push(owner));
      expect(found.sort()).toEqual(expected.sort());
      expect(index.isEmpty).toBe(held.size === 0);
    }),
    { numRuns: 500 },
  );
});

test("[SUB2] finds one key among 20,000 point intervals without reading all of them", () => {
  const index = new IntervalIndex<number>();
  for (let i = 0; i < 20_000; i++) {
    const from = String(i).padStart(6, "0");
    index.add({ from, to: `${from}\0` }, i);
  }
  let found = 0;
  const took = processorMs(() => {
    for (let i = 0; i < 20_000; i++) index.covering(String(i).padStart(6, "0"), () => (found += 1));
  });
  expect(found).toBe(20_000);
  // A scan would take 400 million comparisons: many seconds.
  expect(took).toBeLessThan(2_000);
});
