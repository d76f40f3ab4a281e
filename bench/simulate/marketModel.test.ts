/** The effect of each remedy on two conflicting placements, on a market of one place. */
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
    its.place({ product, retailer: String(retailer) }, (outcome) => outcomes.push(outcome));
  its.clock.run();
  return outcomes;
}

const retriedOf = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ isRetried }) => isRetried).length;

test("retailers meet only at a product", () => {
  expect(retriedOf(placed(model({}), ["a", 1], ["b", 2]))).toBe(0);
  expect(retriedOf(placed(model({}), ["a", 1], ["a", 2]))).toBe(1);
});

test("with the stock in many rows they seldom meet at the product", () => {
  expect(retriedOf(placed(model({ stockRows: 1_000 }), ["a", 1], ["a", 2]))).toBe(0);
});

test("the tiles are stale after a fold, and only after a change", () => {
  const its = model({});
  const tiles = its.watch("admin.counts");
  its.foldFor(10);
  placed(its, ["a", 1], ["b", 2], ["c", 3]);
  expect(tiles.runs).toBe(1);
});

test("a worker decides all requests of a product, and nobody is run again", () => {
  const asked = Array.from({ length: 100 }, (_, n) => ["a", n] as const);
  const outcomes = placed(model({ decidedAtOnce: 8 }), ...asked);
  expect(outcomes.filter(({ isDone }) => isDone)).toHaveLength(100);
  expect(retriedOf(outcomes)).toBe(0);
});

test("requests whose decision failed are decided by the next one", () => {
  const its = model({ decidedAtOnce: 8 });
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
