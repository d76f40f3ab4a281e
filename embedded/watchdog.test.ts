import { expect, test } from "vitest";
import { pauseAfter } from "./watchdog";

function pausesAfter(...servedMs: number[]): number[] {
  const pauses: number[] = [];
  for (const served of servedMs) pauses.push(pauseAfter(pauses.at(-1) ?? 0, served));
  return pauses;
}

test("[DUR3] increases the pause before restarts of a process that dies at its start", () => {
  expect(pausesAfter(0, 100, 0, 2_000, 500, 0, 0)).toEqual([10, 40, 160, 640, 2_560, 5_000, 5_000]);
});

test("[DUR3] restarts a process that served for some seconds without a pause", () => {
  expect(pausesAfter(60_000, 4_000, 4_000, 4_000)).toEqual([10, 10, 10, 10]);
  expect(pausesAfter(0, 0, 0, 4_000, 0)).toEqual([10, 40, 160, 10, 40]);
});
