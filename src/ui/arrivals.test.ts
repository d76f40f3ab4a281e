import { describe, expect, it } from "vitest";
import { arrivalsIn, arrivalsText } from "./arrivals";

describe("rows that come while a list is read", () => {
  const known = new Set(["b", "c", "d"]);

  it("are noticed at the top", () => {
    expect(arrivalsIn(["a2", "a1", "b", "c", "d"], known)).toEqual(["a2", "a1"]);
  });

  it("are noticed in the middle, where one that changed takes its old place", () => {
    expect(arrivalsIn(["b", "b2", "c", "d"], known)).toEqual(["b2"]);
  });

  it("are told from older rows that the reader asked for", () => {
    expect(arrivalsIn(["b", "c", "d", "e", "f"], known)).toEqual([]);
  });

  it("are noticed although all known rows have left", () => {
    expect(arrivalsIn(["x", "y"], known)).toEqual(["x", "y"]);
    expect(arrivalsIn(["x"], new Set())).toEqual(["x"]);
  });

  it("are not made up by rows that leave", () => {
    expect(arrivalsIn(["b", "d"], known)).toEqual([]);
  });

  it("are counted in words", () => {
    const words = { one: "request", many: "requests" };
    expect(arrivalsText(1, words)).toBe("1 new request");
    expect(arrivalsText(3, words)).toBe("3 new requests");
  });
});
