import { describe, expect, test } from "vitest";
import { everyPart, partsOf, shiftOf, withPinned } from "./windowParts";

/** Ten rows of 50 px with 10 px between them, from 100 px on. */
const LIST = { rowCount: 10, start: 100, end: 100 + 10 * 60 - 10, gap: 10 };

function row(index: number) {
  return { index, start: 100 + index * 60, end: 150 + index * 60 };
}

/** Returns the position of each rendered row, with the parts laid out one below the other. */
function laidOut(parts: ReturnType<typeof partsOf>) {
  let top = LIST.start;
  return parts.flatMap((part) => {
    const start = top;
    top += (part.kind === "row" ? 50 : part.px) + LIST.gap;
    return part.kind === "row" ? [{ index: part.index, start }] : [];
  });
}

describe("a window onto a long list", () => {
  test("leaves space before and after, so that the list keeps its height", () => {
    const parts = partsOf([row(4), row(5)], LIST);
    expect(parts.map(({ kind }) => kind)).toEqual(["room", "row", "row", "room"]);
    expect(laidOut(parts)).toEqual([
      { index: 4, start: row(4).start },
      { index: 5, start: row(5).start },
    ]);
    const drawn = parts.reduce((sum, part) => sum + (part.kind === "row" ? 50 : part.px), 0);
    expect(LIST.start + drawn + (parts.length - 1) * LIST.gap).toBe(LIST.end);
  });

  test("leaves no space where no row is missing", () => {
    const all = everyPart(10);
    expect(partsOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(row), LIST)).toEqual(all);
    expect(partsOf([row(0)], LIST).map(({ kind }) => kind)).toEqual(["row", "room"]);
    expect(partsOf([row(9)], LIST).map(({ kind }) => kind)).toEqual(["room", "row"]);
  });

  test("keeps the focused row in its place at any scroll position", () => {
    const parts = partsOf(withPinned([6, 7], 1).map(row), LIST);
    expect(parts.map(({ kind }) => kind)).toEqual(["room", "row", "room", "row", "row", "room"]);
    expect(laidOut(parts)).toEqual([1, 6, 7].map((index) => ({ index, start: row(index).start })));
    expect(withPinned([6, 7], 7)).toEqual([6, 7]);
    expect(withPinned([6, 7], -1)).toEqual([6, 7]);
  });
});

describe("the scroll position", () => {
  const read = [
    { key: "gone", at: 4, start: 400 },
    { key: "b", at: 5, start: 500 },
  ];
  const startOf = (line: number) => line * 100;

  test("is kept when rows above are added or removed", () => {
    const keys = ["w", "x", "y", "z", "1", "2", "3", "b"];
    expect(shiftOf(read, keys, { columns: 1, startOf })).toBe(200);
    expect(shiftOf(read, ["1", "b", "3"], { columns: 1, startOf })).toBe(-400);
  });

  test("is unchanged when its rows are gone", () => {
    expect(shiftOf(read, ["x", "y"], { columns: 1, startOf })).toBe(0);
    expect(shiftOf([], ["x"], { columns: 1, startOf })).toBe(0);
  });

  test("moves by whole lines in a grid", () => {
    const grid = [{ key: "e", at: 4, start: 100 }];
    expect(shiftOf(grid, ["b", "c", "d", "e"], { columns: 4, startOf })).toBe(0);
    expect(shiftOf(grid, ["e"], { columns: 4, startOf })).toBe(-100);
  });
});
