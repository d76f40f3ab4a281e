import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gstinFault, gstinState, normalGstin } from "./gstin";
import { GSTIN_FAULTS, gstinFaultText } from "./gstinFault";
import { STATE_CODES } from "./states";

const EXAMPLE = "27AAPFU0939F1ZV";
const CHARACTERS = Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** The check character as the tax office describes it, with other arithmetic: digits of base 36 by their text, from the right. */
function lastCharacter(first: string): string {
  let sum = 0;
  let factor = 2;
  for (const character of Array.from(first).reverse()) {
    const digits = (parseInt(character, 36) * factor).toString(36).padStart(2, "0");
    for (const digit of digits) sum += parseInt(digit, 36);
    factor = 3 - factor;
  }
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase();
}

const letters = (length: number) =>
  fc
    .array(fc.constantFrom(...CHARACTERS.slice(10)), { minLength: length, maxLength: length })
    .map((parts) => parts.join(""));
const first14 = fc
  .tuple(
    fc.constantFrom(...STATE_CODES),
    letters(5),
    fc.integer({ min: 0, max: 9999 }),
    letters(1),
    fc.constantFrom(...CHARACTERS.slice(1)),
  )
  .map(
    ([state, holder, number, end, entity]) =>
      `${state}${holder}${String(number).padStart(4, "0")}${end}${entity}Z`,
  );

describe("a GSTIN of right form", () => {
  it("is the example of the tax office, and names its State", () => {
    expect(gstinFault(EXAMPLE)).toBeNull();
    expect(gstinState(EXAMPLE)).toBe("27");
  });

  it("has the check character that its first fourteen give, and no other", () => {
    fc.assert(
      fc.property(first14, fc.constantFrom(...CHARACTERS), (first, last) => {
        const isRight = last === lastCharacter(first);
        expect(gstinFault(first + lastCharacter(first))).toBeNull();
        expect(gstinFault(first + last)).toBe(isRight ? null : "checkCharacter");
      }),
      { numRuns: 10_000 },
    );
  });

  it("is told from every one with a single other character", () => {
    for (let at = 0; at < EXAMPLE.length; at += 1) {
      for (const other of CHARACTERS.filter((character) => character !== EXAMPLE[at]))
        expect(gstinFault(EXAMPLE.slice(0, at) + other + EXAMPLE.slice(at + 1))).not.toBeNull();
    }
  });

  it("may be typed in small letters and with blanks", () => {
    expect(normalGstin(" 27 aapfu 0939 f1zv\n")).toBe(EXAMPLE);
  });
});

describe("the fault of a GSTIN", () => {
  it.each([
    ["", "length"],
    ["27AAPFU0939F1Z", "length"],
    ["27AAPFU0939F1ZVV", "length"],
    ["27AAPFU0939F1Z-", "characters"],
    ["27aapfu0939f1zv", "characters"],
    ["२7AAPFU0939F1ZV", "characters"],
    ["00AAPFU0939F1ZV", "state"],
    ["25AAPFU0939F1ZV", "state"],
    ["28AAPFU0939F1ZV", "state"],
    ["39AAPFU0939F1ZV", "state"],
    ["A7AAPFU0939F1ZV", "state"],
    ["27AAPF00939F1ZV", "pan"],
    ["27AAPFUU939F1ZV", "pan"],
    ["27AAPFU093901ZV", "pan"],
    ["27AAPFU0939F0ZV", "registration"],
    ["27AAPFU0939F1CV", "registration"],
    ["27AAPFU0939F11V", "registration"],
    ["27AAPFU0939F1ZW", "checkCharacter"],
    ["29AAPFU0939F1ZV", "checkCharacter"],
    ["27APAFU0939F1ZV", "checkCharacter"],
  ] as const)("of %j is its %s", (text, fault) => {
    expect(gstinFault(text)).toBe(fault);
  });

  it("has a sentence of its own", () => {
    expect(new Set(GSTIN_FAULTS.map(gstinFaultText)).size).toBe(GSTIN_FAULTS.length);
  });
});
