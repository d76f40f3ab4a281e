import fc from "fast-check";
import { expect, it } from "vitest";
import { searchKey } from "./searchKey";

it("is equal for letters with a nukta in one code point and in two", () => {
  for (let code = 0x0958; code <= 0x095f; code += 1) {
    const one = String.fromCodePoint(code);
    const two = one.normalize("NFD");
    expect(two).toHaveLength(2);
    expect(searchKey(`पे${one}ा`)).toBe(searchKey(`पे${two}ा`));
  }
});

it("is equal for accents of their own and in their letter, in either case", () => {
  expect(searchKey("CAFE\u0301")).toBe("caf\u00e9");
  expect(searchKey("Caf\u00e9")).toBe("caf\u00e9");
  // There is no J with a caron, and a j with one.
  expect(searchKey("J\u030c")).toBe(searchKey("\u01f0"));
});

it("is equal with and without the joiners that some keyboards add", () => {
  expect(searchKey("लक्\u200dष्मी")).toBe(searchKey("लक्ष्मी"));
  expect(searchKey("पक्\u200cका")).toBe(searchKey("पक्का"));
});

it("is the key of each form of a text, and of itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const key = searchKey(text);
      expect(searchKey(key)).toBe(key);
      for (const form of ["NFC", "NFD"]) expect(searchKey(text.normalize(form))).toBe(key);
    }),
  );
});
