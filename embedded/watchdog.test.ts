import { expect, test } from "vitest";
import { pauseAfter } from "./watchdog";

function pausesAfter(...servedMs: number[]): number[] {
  const pauses: number[] = [];
  for (const served of servedMs) pauses.push(pauseAfter(pauses.at(-1) ?? 0, served));
  return pauses;
}

test("[DUR3] a process that dies again and again as soon as it serves is started later and later", () => {
  expect(pausesAfter(0, 100, 0, 2_000, 500, 0, 0)).toEqual([10, 40, 160, 640, 2_560, 5_000, 5_000]);
});

test("[DUR3] a process that served for some seconds is started again at once, however often that was before", () => {
  expect(pausesAfter(60_000, 4_000, 4_000, 4_000)).toEqual([10, 10, 10, 10]);
  expect(pausesAfter(0, 0, 0, 4_000, 0)).toEqual([10, 40, 160, 10, 40]);
});
