import { describe, expect, it } from "vitest";
import { movedBy, placeOf } from "./comboboxMoves";

describe("keys in a list of options", () => {
  it("moves one option with the arrows, and stops at the ends", () => {
    expect(movedBy("ArrowDown", 0, 3)).toBe(1);
    expect(movedBy("ArrowDown", 2, 3)).toBe(2);
    expect(movedBy("ArrowUp", 1, 3)).toBe(0);
    expect(movedBy("ArrowUp", 0, 3)).toBe(0);
  });
  it("moves far with Home, End and the page keys, within the list", () => {
    expect(movedBy("Home", 7, 11)).toBe(0);
    expect(movedBy("End", 0, 11)).toBe(10);
    expect(movedBy("PageDown", 0, 11)).toBe(8);
    expect(movedBy("PageDown", 8, 11)).toBe(10);
    expect(movedBy("PageUp", 2, 11)).toBe(0);
  });
  it("ignores other keys", () => {
    for (const key of ["Enter", "Tab", "a", "Shift"]) expect(movedBy(key, 0, 3)).toBeNull();
  });
});

describe("the position of the list", () => {
  const screen = { width: 375, height: 800 };
  const control = { top: 100, bottom: 140, left: 16, width: 200 };
  it("is below the control when there is room", () => {
    expect(placeOf(control, { width: 200, height: 300 }, screen)).toEqual({
      top: 144,
      left: 16,
      maxHeight: 648,
    });
  });
  it("is above it when there is too little room below", () => {
    const low = { ...control, top: 700, bottom: 740 };
    expect(placeOf(low, { width: 200, height: 300 }, screen)).toMatchObject({
      top: 396,
      maxHeight: 688,
    });
  });
  it("is below, and shorter, when there is even less room above", () => {
    const high = { ...control, top: 20, bottom: 60 };
    expect(placeOf(high, { width: 200, height: 300 }, { width: 375, height: 200 })).toMatchObject({
      top: 64,
      maxHeight: 128,
    });
  });
  it("never exceeds the edge of the screen", () => {
    const right = { ...control, left: 300, width: 60 };
    expect(placeOf(right, { width: 200, height: 90 }, screen).left).toBe(167);
    expect(placeOf(right, { width: 600, height: 90 }, screen).left).toBe(8);
  });
});
