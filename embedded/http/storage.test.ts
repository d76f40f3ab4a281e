import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRange } from "./storage";

describe("[FILE2] a range of a file of ten bytes", () => {
  test.each([
    ["bytes=0-3", { start: 0, end: 3 }],
    ["bytes=4-", { start: 4, end: 9 }],
    ["bytes=-2", { start: 8, end: 9 }],
    ["bytes=-20", { start: 0, end: 9 }],
    ["bytes=0-99", { start: 0, end: 9 }],
    ["bytes=10-", null],
    ["bytes=5-2", null],
    ["bytes=-0", null],
    ["bytes=-", undefined],
    ["lines=1-2", undefined],
    [null, undefined],
  ])("%s", (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  test.each(["bytes=0-3", "bytes=0-", "bytes=-2"])("is all of an empty file: %s", (header) => {
    expect(parseRange(header, 0)).toBeUndefined();
  });

  test("is within the file for every header", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(100), (from, to, size) => {
        const range = parseRange(`bytes=${from}-${to}`, size);
        if (range == null) return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThan(size);
        expect(range.start).toBeLessThanOrEqual(range.end);
      }),
    );
  });
});
