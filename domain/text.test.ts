import { describe, expect, test } from "vitest";
import { parseDay } from "./dates";
import { parseRupees } from "./money";
import { cleanText, normalEmail, normalPhone } from "./text";

describe("cleanText", () => {
  test.each([
    ["  Kiran  ", "Kiran"],
    ["\u200bKiran\ufeff", "Kiran"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ['=HYPERLINK("x")', '=HYPERLINK("x")'],
    ["किरण 🛒", "किरण 🛒"],
    ["__proto__", "__proto__"],
    ["❤️", "❤️"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["e\u0301 and \u00e9", "e\u0301 and \u00e9"],
  ])("keeps %j as text", (text, kept) => {
    expect(cleanText(text, { min: 1, max: 100 })).toBe(kept);
  });

  test.each([
    "",
    "   ",
    "\u200b",
    "\u00ad\u2800\u3164",
    "a\u0000b",
    "a\u2028b",
    "a\u0007b",
    "a\u202eb",
    "a\nb",
    "\ud800",
    "x".repeat(101),
  ])("refuses %j in one line", (text) => {
    expect(cleanText(text, { min: 1, max: 100 })).toBeUndefined();
  });

  test("takes line breaks where they belong, and still nothing invisible", () => {
    expect(cleanText("1 Road\nPune\t411001", { min: 1, max: 100, multiline: true })).toBe(
      "1 Road\nPune\t411001",
    );
    expect(cleanText("1 Road\u2028Pune", { min: 1, max: 100, multiline: true })).toBe(
      "1 Road\u2028Pune",
    );
    expect(cleanText("1 Road\n\u0000", { min: 1, max: 100, multiline: true })).toBeUndefined();
  });

  test("reads a hostile text once: a million spaces in the middle take no time to speak of", () => {
    const hostile = `a${" ".repeat(1_000_000)}b`;
    const begun = performance.now();
    expect(cleanText(hostile, { min: 1, max: 100 })).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe("normalEmail", () => {
  test("trims and lowers, and keeps dots and plus apart", () => {
    expect(normalEmail(" Asha@Mandi.TEST ")).toBe("asha@mandi.test");
    expect(normalEmail("a.b+c@mandi.test")).toBe("a.b+c@mandi.test");
    expect(normalEmail("कि@दुकान.भारत")).toBe("कि@दुकान.भारत");
    expect(normalEmail("\u200basha@mandi.test\ufeff")).toBe("asha@mandi.test");
    expect(normalEmail("jose\u0301@mandi.test")).toBe(normalEmail("jos\u00e9@mandi.test"));
  });

  test.each([
    "",
    "plain",
    "@mandi.test",
    "a@b",
    "a@@mandi.test",
    "a b@mandi.test",
    "a@mandi..test",
    ".a@mandi.test",
    "a@-mandi.test",
    "a@mandi.test\r\nBcc: b@c.test",
    "../a@mandi.test",
    "a%2f@mandi.test",
    "as\u200bha@mandi.test",
    "as\u202eha@mandi.test",
    "asha\ud800@mandi.test",
    "asha@mandi\u200b.test",
    "asha@mandi.test\u0000",
    "asha@mandi.test.",
    "asha@[127.0.0.1]",
    '"a b"@mandi.test',
    "a@mandi.test,b@mandi.test",
    "Asha <asha@mandi.test>",
    `${"a".repeat(65)}@mandi.test`,
    `a@${"b".repeat(250)}.test`,
  ])("refuses %j", (text) => {
    expect(normalEmail(text)).toBeUndefined();
  });
});

test.each([
  ["+91 98765-43210", "+919876543210"],
  ["(020) 2612 3456", "02026123456"],
])("the phone number %j is kept as %j", (text, kept) => {
  expect(normalPhone(text)).toBe(kept);
});

test.each(["", "123456", "1234567890123456", "98+76543210", "9.87e9", "phone"])(
  "%j is no phone number",
  (text) => {
    expect(normalPhone(text)).toBeUndefined();
  },
);

describe("texts of strangers", () => {
  /** Unsorted combining marks: bringing 200,000 of them into normal form takes seconds. */
  const marks = `a${"\u0327\u0301".repeat(100_000)}`;
  const hostile = [
    marks,
    ` ${marks} `,
    "<".repeat(400_000),
    " ".repeat(1_000_000),
    "1-".repeat(200_000),
  ];
  const rules = {
    cleanText: (text: string) => cleanText(text, { min: 1, max: 5_000, multiline: true }),
    normalEmail,
    normalPhone,
    parseDay,
    parseRupees,
  };

  test.each(Object.entries(rules))("%s refuses a text by its length alone", (_, rule) => {
    for (const text of hostile) {
      const startedAt = performance.now();
      expect(rule(text) ?? undefined).toBeUndefined();
      expect(performance.now() - startedAt).toBeLessThan(100);
    }
  });

  test("a text of the greatest length may still have blanks around it", () => {
    const name = "x".repeat(100);
    expect(cleanText(`  ${name}\u200b `, { min: 1, max: 100 })).toBe(name);
    expect(normalEmail(` ${"a".repeat(64)}@${"b".repeat(180)}.example `)).toBeDefined();
  });
});
