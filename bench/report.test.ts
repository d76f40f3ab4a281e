import { expect, test } from "vitest";
import { wrongFacts } from "./facts";
import { judged, medianOf } from "./report";
import type { Figures, Workload } from "./workload";

const workload: Workload = {
  name: "any",
  title: "any",
  goals: [
    { figure: "orders/s", better: "more", ratio: 2 },
    { figure: "p99 ms", better: "less", ratio: 1 },
    { figure: "sold", better: "more", absolute: 100 },
  ],
  run: () => Promise.resolve({}),
};

test("a rate must be so many times the baseline's, a time at most so many, an absolute figure itself", () => {
  const verdicts = (ours: Figures, full: Figures) =>
    judged({ workload, ours, beside: [{ name: "full", figures: full }] }).map(
      ({ figure, beside, holds }) => [figure, beside[0]?.times, holds],
    );
  expect(
    verdicts(
      { "orders/s": 400, "p99 ms": 5, sold: 100 },
      { "orders/s": 200, "p99 ms": 10, sold: 1 },
    ),
  ).toEqual([
    ["orders/s", 2, true],
    ["p99 ms", 2, true],
    ["sold", 100, true],
  ]);
  expect(
    verdicts(
      { "orders/s": 399, "p99 ms": 10.1, sold: 99 },
      { "orders/s": 200, "p99 ms": 10, sold: 1 },
    ),
  ).toEqual([
    ["orders/s", 1.995, false],
    ["p99 ms", 10 / 10.1, false],
    ["sold", 99, false],
  ]);
});

test("goals are about the first baseline, and all are compared", () => {
  const beside = [
    { name: "full", figures: { "orders/s": 200 } },
    { name: "lean", figures: { "orders/s": 800 } },
  ];
  const [line] = judged({ workload, ours: { "orders/s": 400 }, beside });
  expect(line?.holds).toBe(true);
  expect(line?.beside.map(({ name, times }) => [name, times])).toEqual([
    ["full", 2],
    ["lean", 0.5],
  ]);
});

test("a figure without a goal is told and not judged", () => {
  expect(judged({ workload, ours: { "p50 ms": 3 }, beside: [] })[0]?.holds).toBeUndefined();
});

test("a ratio to a figure that was not measured in this run is not judged, an absolute goal is", () => {
  const alone = judged({ workload, ours: { "orders/s": 1, sold: 1 }, beside: [] });
  expect(alone.map(({ holds }) => holds)).toEqual([undefined, false]);
});

test("each figure has its own median", () => {
  expect(
    medianOf([
      { a: 1, b: 9 },
      { a: 3, b: 7 },
      { a: 2, b: 8 },
    ]),
  ).toEqual({ a: 2, b: 8 });
});

test("each fact must change by what the load was granted, and a fact that a baseline has not is left out", () => {
  const granted = { orders: 2, pieces: 15, owedPaise: 300 };
  const before = { orders: 1, pieces: 1, events: 1, stock: 1_000, notifications: 1 };
  const after = { orders: 3, pieces: 16, events: 3, stock: 1_085, notifications: 3 };
  expect(wrongFacts(before, after, granted, 100)).toEqual([]);
  expect(wrongFacts(before, { ...after, notifications: 2 }, granted, 100)).toEqual([
    "notifications changed by 1, and must by 2.",
  ]);
  expect(wrongFacts(before, { ...after, stock: 1_086 }, granted, 100)).toEqual([
    "stock changed by 86, and must by 85.",
  ]);
});
