import { describe, expect, it } from "vitest";
import { formatCount, formatShare, statusShares, totalOrders, totalUsers } from "./figures";

const COUNTS = {
  users: { retailer: 6, distributor: 3, admin: 1 },
  orders: { pending: 12, accepted: 10, completed: 25, rejected: 2, cancelled: 1 },
};
const NONE = {
  users: { retailer: 0, distributor: 0, admin: 0 },
  orders: { pending: 0, accepted: 0, completed: 0, rejected: 0, cancelled: 0 },
};

describe("the dashboard's sums", () => {
  it("count users of every role and orders of every status", () => {
    expect(totalUsers(COUNTS)).toBe(10);
    expect(totalOrders(COUNTS)).toBe(50);
  });

  it("are written with Indian grouping", () => {
    expect(formatCount(1234567)).toBe("12,34,567");
  });
});

describe("the status split", () => {
  it("shares out all orders", () => {
    const shares = statusShares(COUNTS);
    expect(shares.map(({ status, share }) => [status, share])).toEqual([
      ["pending", 0.24],
      ["accepted", 0.2],
      ["completed", 0.5],
      ["rejected", 0.04],
      ["cancelled", 0.02],
    ]);
  });

  it("is empty without orders, not a division by zero", () => {
    for (const { share } of statusShares(NONE)) expect(share).toBe(0);
  });

  it.each([
    [0, "0%"],
    [0.004, "<1%"],
    [0.01, "1%"],
    [0.335, "34%"],
    [1, "100%"],
  ])("writes %d as %s", (share, text) => {
    expect(formatShare(share)).toBe(text);
  });
});
