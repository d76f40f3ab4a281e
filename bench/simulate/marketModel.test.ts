/** The effect of each remedy on two conflicting placements, on a market of three places. */
import { expect, test } from "vitest";
import type { Place } from "./places";
import { greatestRate } from "./scenarios";
import { type Change, type Outcome, MarketModel } from "./marketModel";

const both = { reads: true, writes: true };
const places: readonly Place[] = [
  {
    ...{ table: "stockLevels", by: ["product"] },
    uses: new Map([
      ["orders.place", both],
      ["products.edit", { reads: false, writes: true }],
    ]),
  },
  { table: "counters", by: ["shard"], uses: new Map([["orders.place", both]]) },
  {
    ...{ table: "counters", by: [] },
    uses: new Map([
      ["orders.place", { reads: false, writes: true }],
      ["admin.counts", { reads: true, writes: false }],
    ]),
  },
];

function model(change: Omit<Change, "name">): MarketModel {
  return new MarketModel(
    { places, serviceMs: 20, slots: 256, seed: 1 },
    { name: "a change", ...change },
  );
}

/** Concurrent placements, by product and retailer. */
function placed(
  its: MarketModel,
  ...asked: (readonly [product: string, retailer: number])[]
): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const [product, retailer] of asked)
    its.place({ product, shard: its.shardOf(retailer) }, (outcome) => outcomes.push(outcome));
  its.clock.run();
  return outcomes;
}

const retriedOf = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ isRetried }) => isRetried).length;

test("retailers of one shard meet whatever they buy, of two shards only at a product", () => {
  expect(retriedOf(placed(model({}), ["a", 1], ["b", 9]))).toBe(1);
  expect(retriedOf(placed(model({}), ["a", 1], ["b", 2]))).toBe(0);
  expect(retriedOf(placed(model({}), ["a", 1], ["a", 2]))).toBe(1);
});

test("with the stock in many rows they seldom meet at the product", () => {
  expect(retriedOf(placed(model({ stockRows: 1_000 }), ["a", 1], ["a", 2]))).toBe(0);
});

test("with more shards, or deferred counters, they no longer meet at the counters", () => {
  expect(retriedOf(placed(model({ shards: 64 }), ["a", 1], ["b", 9]))).toBe(0);
  expect(retriedOf(placed(model({ defersCounters: true }), ["a", 1], ["b", 9]))).toBe(0);
  expect(retriedOf(placed(model({ defersCounters: true }), ["a", 1], ["a", 9]))).toBe(1);
});

test("deferred counters make the tiles stale at a fold, and only after a change", () => {
  const its = model({ defersCounters: true });
  const tiles = its.watch("admin.counts");
  its.foldFor(10);
  placed(its, ["a", 1], ["b", 2], ["c", 3]);
  expect(tiles.runs).toBe(1);
});

test("a worker decides all requests of a product, and nobody is run again", () => {
  const asked = Array.from({ length: 100 }, (_, n) => ["a", n] as const);
  const outcomes = placed(model({ decidedAtOnce: 8, defersCounters: true }), ...asked);
  expect(outcomes.filter(({ isDone }) => isDone)).toHaveLength(100);
  expect(retriedOf(outcomes)).toBe(0);
});

test("requests whose decision failed are decided by the next one", () => {
  const its = model({ decidedAtOnce: 8, defersCounters: true });
  const edits = Array.from({ length: 300 }, (_, n) => n * 10);
  for (const at of edits)
    its.clock.after(at, () => its.call("products.edit", { product: "a/0" }, () => undefined));
  const [outcome] = placed(its, ["a", 1]);
  expect(outcome).toMatchObject({ isDone: true, isRetried: false });
  // Five runs and their pauses, at least once over.
  expect(outcome!.ms).toBeGreaterThan(1_000);
});

test("what failed is done when it is sent again", () => {
  const asked = Array.from({ length: 200 }, (_, n) => ["a", n] as const);
  const failed = (outcomes: readonly Outcome[]) => outcomes.filter(({ isDone }) => !isDone).length;
  expect(failed(placed(model({}), ...asked))).toBeGreaterThan(50);
  expect(failed(placed(model({ resends: 6 }), ...asked))).toBe(0);
});

test("the greatest rate is the last at which hardly any call fails", () => {
  const failing = (from: number) => (perSecond: number) => ({
    ...{ calls: 1, donePerSecond: 1, retried: 0, p50Ms: 1, p99Ms: 1 },
    failed: perSecond < from ? 0 : 0.5,
  });
  const rates = [1, 2, 5, 10, 20];
  const found = [0, 2, 6, 100].map((from) => greatestRate(rates, 0.001, failing(from)));
  expect(found).toEqual([undefined, 1, 5, 20]);
});
