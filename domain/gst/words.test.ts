import fc from "fast-check";
import { expect, it } from "vitest";
import { amountInWords } from "./words";

it.each([
  [0, "Rupees Zero Only"],
  [1, "Rupees Zero and One Paisa Only"],
  [50, "Rupees Zero and Fifty Paise Only"],
  [100, "Rupees One Only"],
  [11_805, "Rupees One Hundred Eighteen and Five Paise Only"],
  [1_00_000_00, "Rupees One Lakh Only"],
  [
    12_34_567_89,
    "Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven and Eighty Nine Paise Only",
  ],
  [1_00_00_000_00, "Rupees One Crore Only"],
  [99_00_00_000_00, "Rupees Ninety Nine Crore Only"],
  [100_00_00_000_00, "Rupees One Hundred Crore Only"],
  [
    1_23_45_67_890_12,
    "Rupees One Hundred Twenty Three Crore Forty Five Lakh Sixty Seven Thousand Eight Hundred Ninety and Twelve Paise Only",
  ],
  [1_00_000_00_00_001_00, "Rupees One Lakh Crore One Only"],
])("%d paise are %s", (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});

const SMALL = Array.from(
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(
    " ",
  ),
);
const TENS = "- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");
const UNITS = new Map([
  ["Hundred", 100],
  ["Thousand", 1_000],
  ["Lakh", 100_000],
  ["Crore", 10_000_000],
]);

/** Reads the words back: a unit multiplies what stands before it and is smaller. */
function valueOf(words: string): number {
  const parts: number[] = [];
  for (const word of words.split(" ")) {
    const unit = UNITS.get(word);
    if (unit === undefined) {
      parts.push(SMALL.includes(word) ? SMALL.indexOf(word) : TENS.indexOf(word) * 10);
      continue;
    }
    let before = 0;
    while (parts.length > 0 && parts.at(-1)! < unit) before += parts.pop()!;
    parts.push(before * unit);
  }
  return parts.reduce((sum, part) => sum + part, 0);
}

it("means the amount, whatever it is", () => {
  const pattern = /^Rupees (.+?)(?: and (.+) (?:Paise|Paisa))? Only$/;
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 10 ** 15 })),
      (paise) => {
        const [, rupees = "", rest = "Zero"] = pattern.exec(amountInWords(paise)) ?? [];
        expect(valueOf(rupees) * 100 + valueOf(rest)).toBe(paise);
      },
    ),
    { numRuns: 10_000 },
  );
});
