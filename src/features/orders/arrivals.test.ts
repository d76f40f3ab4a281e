import { describe, expect, it } from "vitest";
import { arrivalsIn, newOrdersText } from "./arrivals";

describe("orders that come while a list is read", () => {
  const known = new Set(["b", "c", "d"]);

  it("are noticed at the top", () => {
    expect(arrivalsIn(["a2", "a1", "b", "c", "d"], known)).toEqual(["a2", "a1"]);
  });

  it("are noticed in the middle, where an accepted order takes its old place", () => {
    expect(arrivalsIn(["b", "b2", "c", "d"], known)).toEqual(["b2"]);
  });

  it("are told from older orders that the reader asked for", () => {
    expect(arrivalsIn(["b", "c", "d", "e", "f"], known)).toEqual([]);
  });

  it("are noticed although all known orders have left", () => {
    expect(arrivalsIn(["x", "y"], known)).toEqual(["x", "y"]);
    expect(arrivalsIn(["x"], new Set())).toEqual(["x"]);
  });

  it("are not made up by orders that leave", () => {
    expect(arrivalsIn(["b", "d"], known)).toEqual([]);
  });

  it("are counted in words", () => {
    expect(newOrdersText(1)).toBe("1 new order");
    expect(newOrdersText(3)).toBe("3 new orders");
  });
});
