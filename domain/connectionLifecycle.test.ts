import { describe, expect, it } from "vitest";
import {
  CONNECTION_MOVES,
  CONNECTION_STATUSES,
  connectionActionsFor,
  validateConnectionMove,
} from "./connectionLifecycle";

describe("each arrow of a connection", () => {
  it.each([
    ["request", "pending", "repeat"],
    ["request", "accepted", "repeat"],
    ["request", "rejected", "move"],
    ["accept", "pending", "move"],
    ["accept", "accepted", "repeat"],
    ["accept", "rejected", "refused"],
    ["reject", "pending", "move"],
    ["reject", "accepted", "refused"],
    ["reject", "rejected", "repeat"],
    ["remove", "pending", "move"],
    ["remove", "accepted", "move"],
    ["remove", "rejected", "repeat"],
  ] as const)("[MARKET9] %s on a %s connection: %s", (move, status, verdict) => {
    expect(validateConnectionMove(status, move)).toBe(verdict);
  });

  it("[NETWORK16] leads where the specification says", () => {
    expect(CONNECTION_MOVES.request.to).toBe("pending");
    expect(CONNECTION_MOVES.accept.to).toBe("accepted");
    expect(CONNECTION_MOVES.reject.to).toBe("rejected");
    expect(CONNECTION_MOVES.remove.to).toBe("rejected");
  });
});

describe("who may do what with a connection", () => {
  it("a retailer asks when there is none, or after a refusal, and leaves what there is", () => {
    expect(connectionActionsFor(null, "retailer")).toEqual(["request"]);
    expect(connectionActionsFor("rejected", "retailer")).toEqual(["request"]);
    expect(connectionActionsFor("pending", "retailer")).toEqual(["leave"]);
    expect(connectionActionsFor("accepted", "retailer")).toEqual(["leave"]);
  });

  it("a distributor answers and removes, and never asks", () => {
    expect(connectionActionsFor(null, "distributor")).toEqual([]);
    expect(connectionActionsFor("pending", "distributor")).toEqual(["accept", "reject", "remove"]);
    expect(connectionActionsFor("accepted", "distributor")).toEqual(["remove"]);
    expect(connectionActionsFor("rejected", "distributor")).toEqual([]);
  });

  it("an admin does nothing", () => {
    for (const status of CONNECTION_STATUSES)
      expect(connectionActionsFor(status, "admin")).toEqual([]);
  });
});
