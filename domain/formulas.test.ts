import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { guardedText, harmlessText } from "./formulas";

describe("[EXPORT5] a text that a spreadsheet would compute", () => {
  test.each([
    ...[
      "'\t1",
      "''\n1",
      "=1+1",
      "+91 98765 43210",
      "-2",
      "@SUM(A1)",
      "\t1",
      "\r1",
      "\n1",
      "\t=1",
      "\r\n=1",
    ],
    ...["＝1+1", "＋1", "－1", "＠SUM(A1)", "﹢1", "﹣1", "﹦1", "−1"],
    ...[
      " =1+1",
      "   @SUM(A1)",
      "\u00A0=1",
      "\u3000=1",
      "\u200B=1",
      "\uFEFF=1",
      "\u202E=1",
      "\u0000=1",
    ],
    ...['"=1+1', "'=1+1", "`=1", `"' =1`, "''+1", "=", "-", '=HYPERLINK("https://x.test")'],
    ...["=cmd|' /C calc'!A0", "-1+cmd|'x'!A0", "+हिन्दी"],
  ])("gets an apostrophe in front: %j", (text) => {
    expect(harmlessText(text)).toBe(`'${text}`);
    expect(guardedText(harmlessText(text))).toBe(text);
  });

  test.each([
    ...[
      "",
      "Basmati rice",
      "a=b",
      "1-2",
      "9876543210",
      "हिन्दी",
      "चावल - 5 kg",
      "தமிழ்",
      "'tis",
      '"Gold"',
    ],
    ...[" x", "#1", "$5", "(=1)", "x@y.test", "٣", "😀", "₹5"],
  ])("is any but these: %j", (text) => {
    expect(harmlessText(text)).toBe(text);
    expect(guardedText(text)).toBe(text);
  });

  test("is guarded by one apostrophe, which reading takes off, whatever the text", () => {
    const signs = fc.constantFrom(
      ...[
        "'",
        '"',
        "`",
        "=",
        "+",
        "-",
        "@",
        "\t",
        "\n",
        "\r",
        " ",
        "\u00a0",
        "\u200b",
        "＝",
        "−",
        "a",
      ],
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: signs }), fc.string({ unit: "binary" })), (text) => {
        expect(guardedText(harmlessText(text))).toBe(text);
      }),
      { numRuns: 5_000 },
    );
  });
});
