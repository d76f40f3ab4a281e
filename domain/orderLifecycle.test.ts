import { describe, expect, it } from "vitest";
import {
  LIST_OF_STATUS,
  ORDER_LISTS,
  ORDER_MOVES,
  ORDER_STATUSES,
  actionsFor,
  bareCancelReason,
  cancelMessage,
  validateOrderMove,
  type OrderAction,
  type OrderMove,
  type OrderStatus,
} from "./orderLifecycle";

describe("each move of an order", () => {
  it.each([
    ["accept", "pending", "accepted", "distributor", "acceptedAt", false],
    ["reject", "pending", "rejected", "distributor", "rejectedAt", true],
    ["cancel", "pending", "cancelled", "retailer", "cancelledAt", true],
    ["complete", "accepted", "completed", "distributor", "completedOn", false],
  ] as const)(
    "[STATUS1] [STATUS2] %s leads from %s to %s, made by the %s",
    (move, from, to, by, stamps, returnsStock) => {
      expect(ORDER_MOVES[move]).toMatchObject({ from, to, by, stamps, returnsStock });
    },
  );

  it("[STATUS7] there are no other moves", () => {
    expect(Object.keys(ORDER_MOVES)).toEqual(["accept", "complete", "reject", "cancel"]);
  });

  it("[STATUS2] [STATUS3] [STATUS5] accepting needs a delivery date, rejecting and cancelling a reason, completing nothing", () => {
    expect(ORDER_MOVES.accept.needs).toEqual(["deliveryBefore"]);
    expect(ORDER_MOVES.reject.needs).toEqual(["orderCancelReason"]);
    expect(ORDER_MOVES.cancel.needs).toEqual(["orderCancelReason"]);
    expect(ORDER_MOVES.complete.needs).toEqual([]);
  });
});

/** Every arrow that exists, by status and role; whatever is not here is refused. */
const OPEN: Record<OrderStatus, { retailer: OrderAction[]; distributor: OrderAction[] }> = {
  pending: { retailer: ["cancel", "updateMessage"], distributor: ["accept", "reject"] },
  accepted: { retailer: ["updateMessage"], distributor: ["complete"] },
  rejected: { retailer: ["hide"], distributor: ["hide"] },
  cancelled: { retailer: ["hide"], distributor: ["hide"] },
  completed: { retailer: ["hide"], distributor: [] },
};

describe("who may do what with an order", () => {
  const everyone = ["retailer", "distributor", "admin", "nobody"] as const;
  const moves = Object.keys(ORDER_MOVES) as OrderMove[];
  const cells = ORDER_STATUSES.flatMap((status) =>
    everyone.flatMap((role) => moves.map((move) => [role, move, status] as const)),
  );

  it.each(cells)("[STATUS8] a %s and %s while it is %s", (role, move, status) => {
    const allowed = role === "retailer" || role === "distributor" ? OPEN[status][role] : [];
    expect(actionsFor({ status }, role).includes(move)).toBe(allowed.includes(move));
  });

  it.each(ORDER_STATUSES)("[BUYER8] the buttons of both sides while it is %s", (status) => {
    expect(actionsFor({ status }, "retailer")).toEqual(OPEN[status].retailer);
    expect(actionsFor({ status }, "distributor")).toEqual(OPEN[status].distributor);
  });

  it.each([
    ["distributor", "retailer", ["complete", "reject"]],
    ["retailer", "distributor", ["cancel", "updateMessage"]],
    ["distributor", "distributor", ["complete"]],
    ["retailer", "retailer", ["updateMessage"]],
  ] as const)(
    "the buttons of the %s of an accepted order once the account of the %s is closed",
    (role, closedParty, buttons) => {
      expect(actionsFor({ status: "accepted", closedParty }, role)).toEqual(buttons);
    },
  );

  it.each(["retailer", "distributor"] as const)(
    "a closed account of the %s opens no move of an order that is over",
    (closedParty) => {
      for (const status of ["rejected", "cancelled", "completed"] as const)
        for (const role of ["retailer", "distributor"] as const)
          expect(actionsFor({ status, closedParty }, role)).toEqual(OPEN[status][role]);
    },
  );

  it("an admin and a stranger get no buttons", () => {
    for (const status of ORDER_STATUSES) {
      expect(actionsFor({ status }, "admin")).toEqual([]);
      expect(actionsFor({ status }, "constructor")).toEqual([]);
    }
  });
});

describe("the lists of orders", () => {
  it("[SELLER18] every status lies on one of the four lists, cancelled with the rejected", () => {
    expect(LIST_OF_STATUS.cancelled).toBe("rejected");
    for (const status of ORDER_STATUSES) expect(ORDER_LISTS).toContain(LIST_OF_STATUS[status]);
    for (const list of ORDER_LISTS) expect(LIST_OF_STATUS[list]).toBe(list);
  });
});

describe("the sentence of a cancelled order", () => {
  it("[STATUS6] names the retailer and the reason", () => {
    expect(cancelMessage("Ordered twice")).toBe("Cancelled by Retailer. Reason: Ordered twice");
  });

  it.each([
    "Cancelled by Retailer. Reason: ",
    "Cancelled by Retailer. Reason: Cancelled by Retailer. Reason: ",
  ])("is never begun twice (%s)", (prefix) => {
    expect(cancelMessage(`${prefix}late`)).toBe("Cancelled by Retailer. Reason: late");
  });

  it("leaves no reason of one that was only the prefix", () => {
    expect(bareCancelReason("Cancelled by Retailer. Reason: ")).toBe("");
  });
});

describe("[STATUS8] a move that was made before", () => {
  const rejected = { status: "rejected", orderCancelReason: "Sold out" } as const;

  it("is a repeat with the same fields", () => {
    expect(validateOrderMove(rejected, "reject", { orderCancelReason: "Sold out" })).toBe("repeat");
    expect(validateOrderMove({ status: "completed" }, "complete", {})).toBe("repeat");
  });

  it("is refused with other fields, or as another move", () => {
    expect(validateOrderMove(rejected, "reject", { orderCancelReason: "Too far" })).toBe("refused");
    expect(validateOrderMove(rejected, "cancel", { orderCancelReason: "Sold out" })).toBe(
      "refused",
    );
    expect(validateOrderMove(rejected, "accept", { deliveryBefore: "2026-01-01" })).toBe("refused");
  });

  it("is a move while the table allows it", () => {
    expect(validateOrderMove({ status: "pending" }, "reject", { orderCancelReason: "No" })).toBe(
      "move",
    );
  });
});
