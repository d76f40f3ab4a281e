import { describe, expect, it } from "vitest";
import { appendedTo, arrivalsIn } from "./arrivals";

describe("rows that arrive in an open list", () => {
  const known = new Set(["b", "c", "d"]);

  it("are detected at the top", () => {
    expect(arrivalsIn(["a2", "a1", "b", "c", "d"], known)).toEqual(["a2", "a1"]);
  });

  it("are detected in the middle, unlike changed rows that keep their place", () => {
    expect(arrivalsIn(["b", "b2", "c", "d"], known)).toEqual(["b2"]);
  });

  it("are told from older rows of a loaded page", () => {
    expect(arrivalsIn(["b", "c", "d", "e", "f"], known)).toEqual([]);
  });

  it("are found at the end of a list that was whole", () => {
    expect(appendedTo(["b", "x", "d", "e", "f"], known)).toEqual(["e", "f"]);
    expect(appendedTo(["b", "c", "d"], known)).toEqual([]);
    expect(appendedTo(["x"], known)).toEqual([]);
  });

  it("are detected when all known rows are gone", () => {
    expect(arrivalsIn(["x", "y"], known)).toEqual(["x", "y"]);
    expect(arrivalsIn(["x"], new Set())).toEqual(["x"]);
  });

  it("are not confused with removed rows", () => {
    expect(arrivalsIn(["b", "d"], known)).toEqual([]);
  });
});
