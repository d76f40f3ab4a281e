import { describe, expect, test } from "vitest";
import { shareStructure } from "./shareStructure";

const apple = { _id: "a", name: "Apple", tags: ["red"] };
const pear = { _id: "b", name: "Pear", tags: [] };

describe("a result that the server sends again", () => {
  test("is the same object when nothing changed", () => {
    const before = { page: [apple, pear], isDone: false };
    expect(shareStructure(before, structuredClone(before))).toBe(before);
  });

  test("has a new object for a changed row and keeps all others", () => {
    const before = { page: [apple, pear], isDone: false };
    const now = {
      page: [
        { ...apple, tags: ["red"] },
        { ...pear, name: "Nashi" },
      ],
      isDone: false,
    };
    const kept = shareStructure(before, now);
    expect(kept).toEqual(now);
    expect(kept).not.toBe(before);
    expect(kept.page[0]).toBe(apple);
    expect(kept.page[1]).not.toBe(pear);
  });

  test("matches rows by id when rows above are added or removed", () => {
    const kept = shareStructure([apple, pear], [{ _id: "c", name: "Fig", tags: [] }, { ...pear }]);
    expect(kept.map(({ name }) => name)).toEqual(["Fig", "Pear"]);
    expect(kept[1]).toBe(pear);
  });

  test("detects added and removed fields", () => {
    const before: Record<string, unknown> = { _id: "a", name: "Apple", reason: "bruised" };
    const without = shareStructure(before, { _id: "a", name: "Apple" });
    expect(without).toEqual({ _id: "a", name: "Apple" });
    expect(shareStructure({ _id: "a", name: "Apple" }, before)).toEqual(before);
    expect(shareStructure({ reason: undefined }, {})).toEqual({});
  });

  test("leaves errors and bytes as they are", () => {
    const error = new Error("no");
    const bytes = new ArrayBuffer(2);
    expect(shareStructure({ "0": new Error("no") }, { "0": error })["0"]).toBe(error);
    expect(shareStructure({ bytes: new ArrayBuffer(2) }, { bytes }).bytes).toBe(bytes);
  });
});
