import { expect, test } from "vitest";
import { RecentMap } from "./recentMap";

const MOST = 100;

function filled(
  count: number,
  between: (map: RecentMap<number, string>) => void = () => undefined,
) {
  const map = new RecentMap<number, string>(MOST);
  for (let n = 0; n < count; n += 1) {
    map.set(n, `${n}`);
    between(map);
  }
  return map;
}

test.each([1, 49, 50, 51, 99, 100, 101, 150, 199, 1_000])(
  "keeps the newest half of its entries, and none that as many others as it keeps followed: %i were set",
  (count) => {
    const newest = Math.min(count, MOST / 2);
    const map = filled(count);
    for (let n = count - newest; n < count; n += 1) expect(map.get(n)).toBe(`${n}`);
    expect(filled(count).get(0)).toBe(count < MOST ? "0" : undefined);
  },
);

test("keeps what is looked up again and again", () => {
  const map = filled(1_000, (each) => each.get(0));
  expect(map.get(0)).toBe("0");
  expect(map.get(1)).toBeUndefined();
});

test("replaces a value of either half", () => {
  const map = filled(60);
  for (const n of [1, 59]) map.set(n, "other");
  expect([map.get(1), map.get(59)]).toEqual(["other", "other"]);
});
