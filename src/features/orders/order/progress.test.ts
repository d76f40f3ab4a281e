import { expect, it } from "vitest";
import { ORDER_STEPS, progressOf } from "./progress";

const TODAY = "2026-03-04";
const acceptedAt = Date.UTC(2026, 2, 1);
const offer = { offerId: "offer" as never, quantities: [1], expiresAt: 0 };

it.each([
  ["Placed", { status: "pending" }],
  ["Answered", { status: "pending", offer }],
  ["Accepted", { status: "accepted", acceptedAt, deliveryBefore: "2026-03-05" }],
  ["Due", { status: "accepted", acceptedAt, deliveryBefore: TODAY }],
  ["Completed", { status: "completed", acceptedAt, deliveryBefore: "2026-03-05" }],
] as const)("[ORDER1] has come to the step %s", (step, order) => {
  expect(ORDER_STEPS[progressOf(order, TODAY).done - 1]).toBe(step);
});

it.each([
  [{ status: "rejected" }, { done: 1, ended: "Rejected" }],
  [{ status: "cancelled" }, { done: 1, ended: "Cancelled" }],
  // Once the other party's account is closed.
  [
    { status: "cancelled", acceptedAt },
    { done: 3, ended: "Cancelled" },
  ],
] as const)("ends at the step after the last that was done: %#", (order, progress) => {
  expect(progressOf(order, TODAY)).toEqual(progress);
});
