import { describe, expect, test } from "vitest";
import { parseDay } from "./dates";
import { parseRupees } from "./money";
import { quickestMs } from "./processorTime.setup";
import { typedRupees } from "./typedNumber";
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
    const clean = () => cleanText(hostile, { min: 1, max: 100 });
    expect(clean()).toBeUndefined();
    expect(quickestMs(clean, 500)).toBeLessThan(500);
  });
});

describe("normalEmail", () => {
  test("trims and lowers, and keeps dots and plus apart", () => {
    expect(normalEmail(" Asha@Mandi.TEST ")).toBe("asha@mandi.test");
    expect(normalEmail("a.b+c@mandi.test")).toBe("a.b+c@mandi.test");
    expect(normalEmail("कि@bazaar.test")).toBe("कि@bazaar.test");
    expect(normalEmail("\u200basha@mandi.test\ufeff")).toBe("asha@mandi.test");
    expect(normalEmail("jose\u0301@mandi.test")).toBe(normalEmail("jos\u00e9@mandi.test"));
  });

  test.each([
    ["rahul@bücher.example", "rahul@xn--bcher-kva.example"],
    ["rahul@xn--bcher-kva.example", "rahul@xn--bcher-kva.example"],
    ["RAHUL@BÜCHER.Example ", "rahul@xn--bcher-kva.example"],
    ["rahul@XN--BCHER-KVA.EXAMPLE", "rahul@xn--bcher-kva.example"],
    ["rahul@bu\u0308cher.example", "rahul@xn--bcher-kva.example"],
    ["rahul@ｂücher.example", "rahul@xn--bcher-kva.example"],
    ["कि@दुकान.भारत", "कि@xn--11b7ah1gn.xn--h2brj9c"],
    ["कि@xn--11b7ah1gn.भारत", "कि@xn--11b7ah1gn.xn--h2brj9c"],
    ["a@straße.example", "a@xn--strae-oqa.example"],
    ["a@strasse.example", "a@strasse.example"],
    ["a@mail.日本.example", "a@mail.xn--wgv71a.example"],
    ["a@1.2.example", "a@1.2.example"],
    ["a@3m.4com", "a@3m.4com"],
  ])("writes the domain of %j in ASCII: %j", (typed, kept) => {
    expect(normalEmail(typed)).toBe(kept);
    expect(normalEmail(kept)).toBe(kept);
  });

  test.each([
    "a@bü cher.example",
    "a@bücher..example",
    "a@bücher.example.",
    "a@bücher",
    "a@xn--bücher.example",
    "a@xn--bücher-kva.example",
    "a@xn--.example",
    "a@אב1a.example",
    "a@mandi.-test",
    "a@mandi.test-",
    "a@man_di.test",
    "a@1.2.3.44",
    "a@0x7f.10",
    "a@mandi.123",
    "a@mandi\u2044x.test",
    "a@℀mandi.test",
    `a@${"b".repeat(64)}.test`,
    // In ASCII each of them is longer than what was typed.
    `a@${"ü".repeat(60)}.test`,
    `a@${"bücherbuch.".repeat(15)}example`,
  ])("refuses the domain of %j", (typed) => {
    expect(normalEmail(typed)).toBeUndefined();
  });

  test("a domain of the greatest length is one; one letter more is none", () => {
    const labels = `${"b".repeat(63)}.`.repeat(3);
    const longest = `${labels}${"c".repeat(49)}.test`;
    expect(longest).toHaveLength(246);
    expect(normalEmail(`1234567@${longest}`)).toBe(`1234567@${longest}`);
    expect(normalEmail(`12345678@${longest}`)).toBeUndefined();
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
    typedRupees,
  };

  test.each(Object.entries(rules))("%s refuses a text by its length alone", (_, rule) => {
    for (const text of hostile) {
      expect(rule(text) ?? undefined).toBeUndefined();
      expect(quickestMs(() => rule(text), 100)).toBeLessThan(100);
    }
  });

  test("a text of the greatest length may still have blanks around it", () => {
    const name = "x".repeat(100);
    expect(cleanText(`  ${name}\u200b `, { min: 1, max: 100 })).toBe(name);
    const domain = `${"b".repeat(60)}.`.repeat(2);
    expect(normalEmail(` ${"a".repeat(64)}@${domain}example `)).toBeDefined();
  });
});
