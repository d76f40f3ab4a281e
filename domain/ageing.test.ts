import { expect, it } from "vitest";
import { ageingBucket, ageingOf } from "./ageing";

const TODAY = "2026-03-01";

it.each([
  ["2026-03-02", "notDue"],
  ["2026-03-01", "notDue"],
  ["2026-02-28", "to15"],
  ["2026-02-14", "to15"],
  ["2026-02-13", "to30"],
  ["2026-01-30", "to30"],
  ["2026-01-29", "to60"],
  ["2025-12-31", "to60"],
  ["2025-12-30", "to90"],
  ["2025-12-01", "to90"],
  ["2025-11-30", "over90"],
] as const)("a sum due on %s is in %s", (dueOn, bucket) => {
  expect(ageingBucket(dueOn, TODAY)).toBe(bucket);
});

it("adds up the open parts", () => {
  const dues = [
    { dueOn: "2026-03-05", openPaise: 1 },
    { dueOn: "2026-02-20", openPaise: 20 },
    { dueOn: "2026-02-21", openPaise: 300 },
    { dueOn: "2020-01-01", openPaise: 4_000 },
  ];
  expect(ageingOf(dues, TODAY)).toEqual({
    ...{ notDue: 1, to15: 320, to30: 0, to60: 0, to90: 0, over90: 4_000 },
  });
});
