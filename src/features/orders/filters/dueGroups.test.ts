import { expect, it } from "vitest";
import type { Order } from "../orderRow";
import { dueCount } from "./dueGroups";

const TODAY = "2026-12-05";
const orders = ["2026-12-01", "2026-12-04", TODAY].map(
  (deliveryBefore) => ({ deliveryBefore }) as Order,
);

it("counts the orders of a group, and says that the last group of a list may go on", () => {
  const counts = (isAll: boolean) =>
    (["late", "today", "later"] as const).map((group) => dueCount(group, { orders, isAll }, TODAY));
  expect(counts(true)).toEqual(["2", "1", ""]);
  expect(counts(false)).toEqual(["2", "1+", ""]);
});
