import { describe, expect, it } from "vitest";
import {
  formatCount,
  formatShare,
  scaleTop,
  statusShares,
  totalOrders,
  totalUsers,
} from "./figures";

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

describe("the scale of a chart", () => {
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 6],
    [7, 10],
    [11, 20],
    [21, 40],
    [61, 100],
    [1001, 2000],
  ])("for at most %d ends at %d, with a whole number in the middle", (greatest, top) => {
    expect(scaleTop(greatest)).toBe(top);
    expect(Number.isInteger(scaleTop(greatest) / 2)).toBe(true);
  });
});
