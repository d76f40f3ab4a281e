import { expect, test } from "vitest";
import { ListStateCache } from "./listStateCache";

test("the cache keeps the latest 30 lists", () => {
  const visits = new ListStateCache<number>();
  for (let n = 0; n < 40; n += 1) visits.set(`list ${n}`, n);
  expect(visits.get("list 9")).toBeUndefined();
  expect(visits.get("list 10")).toBe(10);
  expect(visits.get("list 39")).toBe(39);
});

test("a list that is stored again counts as the newest", () => {
  const visits = new ListStateCache<string>();
  visits.set("first", "old");
  for (let n = 0; n < 29; n += 1) visits.set(`list ${n}`, "");
  visits.set("first", "new");
  visits.set("one more", "");
  expect(visits.get("first")).toBe("new");
  expect(visits.get("list 0")).toBeUndefined();
});
