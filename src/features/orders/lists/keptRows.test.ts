import { expect, it } from "vitest";
import { BY_PLACING, byDelivery, withKept } from "./keptRows";
import type { Order } from "../orderRow";

function row(id: string, deliveryBefore: string, status: Order["status"] = "accepted"): Order {
  const createdAt = id.length;
  return { _id: id, deliveryBefore, status, createdAt } as Order;
}

const idsIn = (rows: readonly Order[]) => rows.map(({ _id, status }) => `${_id} ${status}`);

it("an order that left the list stands where it stood, and wins over its old self", () => {
  const rows = [row("a", "2026-03-01"), row("b", "2026-03-03")];
  const gone = row("gone", "2026-03-02", "completed");
  const stale = row("b", "2026-03-03", "completed");
  expect(idsIn(withKept(rows, [gone, stale], byDelivery))).toEqual([
    ...["a accepted", "gone completed", "b completed"],
  ]);
  expect(idsIn(withKept(rows, [gone], BY_PLACING.latest))[0]).toBe("gone completed");
  expect(idsIn(withKept(rows, [gone], BY_PLACING.oldest)).at(-1)).toBe("gone completed");
});

it("without one the list is the very list", () => {
  const rows = [row("a", "2026-03-01")];
  expect(withKept(rows, [], byDelivery)).toBe(rows);
});
