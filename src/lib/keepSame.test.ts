import { describe, expect, test } from "vitest";
import { keepSame } from "./keepSame";

const apple = { _id: "a", name: "Apple", tags: ["red"] };
const pear = { _id: "b", name: "Pear", tags: [] };

describe("a live answer that is sent anew", () => {
  test("is the same object if nothing in it changed", () => {
    const before = { page: [apple, pear], isDone: false };
    expect(keepSame(before, structuredClone(before))).toBe(before);
  });

  test("has a new object for the row that changed, and the old ones for all others", () => {
    const before = { page: [apple, pear], isDone: false };
    const now = {
      page: [
        { ...apple, tags: ["red"] },
        { ...pear, name: "Nashi" },
      ],
      isDone: false,
    };
    const kept = keepSame(before, now);
    expect(kept).toEqual(now);
    expect(kept).not.toBe(before);
    expect(kept.page[0]).toBe(apple);
    expect(kept.page[1]).not.toBe(pear);
  });

  test("knows a row by its id when others came in above it or left", () => {
    const kept = keepSame([apple, pear], [{ _id: "c", name: "Fig", tags: [] }, { ...pear }]);
    expect(kept.map(({ name }) => name)).toEqual(["Fig", "Pear"]);
    expect(kept[1]).toBe(pear);
  });

  test("tells fields that went or came", () => {
    const before: Record<string, unknown> = { _id: "a", name: "Apple", reason: "bruised" };
    const without = keepSame(before, { _id: "a", name: "Apple" });
    expect(without).toEqual({ _id: "a", name: "Apple" });
    expect(keepSame({ _id: "a", name: "Apple" }, before)).toEqual(before);
    expect(keepSame({ reason: undefined }, {})).toEqual({});
  });

  test("leaves errors and bytes alone", () => {
    const error = new Error("no");
    const bytes = new ArrayBuffer(2);
    expect(keepSame({ "0": new Error("no") }, { "0": error })["0"]).toBe(error);
    expect(keepSame({ bytes: new ArrayBuffer(2) }, { bytes }).bytes).toBe(bytes);
  });
});
