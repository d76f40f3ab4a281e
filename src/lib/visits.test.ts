import { expect, test } from "vitest";
import { Visits } from "./visits";

test("the latest 30 lists are remembered, however many were seen", () => {
  const visits = new Visits<number>();
  for (let n = 0; n < 40; n += 1) visits.set(`list ${n}`, n);
  expect(visits.get("list 9")).toBeUndefined();
  expect(visits.get("list 10")).toBe(10);
  expect(visits.get("list 39")).toBe(39);
});

test("a list that is seen again counts as new", () => {
  const visits = new Visits<string>();
  visits.set("first", "old");
  for (let n = 0; n < 29; n += 1) visits.set(`list ${n}`, "");
  visits.set("first", "new");
  visits.set("one more", "");
  expect(visits.get("first")).toBe("new");
  expect(visits.get("list 0")).toBeUndefined();
});
