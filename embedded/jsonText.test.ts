import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "./testkit/elapsed";
import { parseForeignJson, TooMuchJsonError } from "./jsonText";

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const list = (element: string, count: number) => `[${Array(count).fill(element).join(",")}]`;

describe("[LIM12] JSON from outside", () => {
  test("parses to its value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseForeignJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("has at most 128 levels", () => {
    expect(parseForeignJson(nested(128))).toBeDefined();
    expect(parseForeignJson(list(nested(127), 100))).toHaveLength(100);
    expect(() => parseForeignJson(nested(129))).toThrow(TooMuchJsonError);
    expect(() => parseForeignJson('{"a":'.repeat(129))).toThrow(TooMuchJsonError);
  });

  test.each([
    ["numbers", "0", 249_999],
    ["strings", '"a"', 249_999],
    ["empty arrays", "[]", 83_333],
    ["objects of one field", '{"a":0}', 41_666],
  ])("has limited %s: %s, %i", (_what, element, most) => {
    expect(parseForeignJson(list(element, most))).toHaveLength(most);
    expect(() => parseForeignJson(list(element, most + 1))).toThrow(TooMuchJsonError);
  });

  test("has at most 62,499 fields", () => {
    const fields = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0])));
    expect(parseForeignJson(fields(62_499))).toBeDefined();
    expect(() => parseForeignJson(fields(62_500))).toThrow(TooMuchJsonError);
  });

  test.each(['"', '\\"', "\\\\", '["', "[[", "{:,", "\u00e9[\u{1f4a1}{"])(
    "counts nothing within a string: %j",
    (piece) => {
      const value = { [piece]: piece.repeat(300_000) };
      expect(parseForeignJson(JSON.stringify(value))).toEqual(value);
    },
  );

  test.each(["", "[", '"', '"\\', '{"a":', "]]]]", "nul"])(
    "that is invalid is a SyntaxError: %j",
    (text) => {
      expect(() => parseForeignJson(text)).toThrow(SyntaxError);
    },
  );

  test("of 16 MiB of opening brackets is rejected without reading them all", () => {
    // A flat string, as text from outside is: a repeated one is put together when it is first read, which takes most of the time.
    const text = Buffer.alloc(16 * 2 ** 20, "[").toString("latin1");
    const took = processorMs(() => {
      expect(() => parseForeignJson(text)).toThrow(TooMuchJsonError);
    });
    expect(took).toBeLessThan(100);
  });
});
