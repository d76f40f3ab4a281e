import { expect, test } from "vitest";
import { judged, medianOf } from "./report";
import type { Workload } from "./workload";

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
  const verdicts = (ours: Record<string, number>, baseline: Record<string, number>) =>
    judged({ workload, ours, baseline }).map(({ figure, times, holds }) => [figure, times, holds]);
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

test("a figure without a goal is told and not judged", () => {
  expect(judged({ workload, ours: { "p50 ms": 3 }, baseline: null })[0]?.holds).toBeUndefined();
});

test("a ratio to a figure that was not measured in this run is not judged, an absolute goal is", () => {
  const alone = judged({ workload, ours: { "orders/s": 1, sold: 1 }, baseline: null });
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
