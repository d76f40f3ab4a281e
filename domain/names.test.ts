import { describe, expect, it } from "vitest";
import { cleanName } from "./cleanName";
import { comparableName, tradeLabel, tradeName } from "./names";

describe("a name", () => {
  it.each([
    "Asha Traders",
    "आशा ट्रेडर्स",
    "क्\u200dष",
    "ಕ್\u200cಷ",
    "Müller & Söhne",
    "José",
    "Shop №1",
    "陳記",
    "😀👩‍👩‍👧",
    "Tea ☕️ & 👍🏽",
  ])("may be %s", (name) => {
    expect(cleanName(`  ${name}\t`, 100)).toBe(name);
  });

  it.each([
    ["a zero-width space", "Asha\u200bTraders"],
    ["a joiner where none shows", "Asha\u200dTraders"],
    ["a non-joiner where none shows", "Asha\u200cTraders"],
    ["a joiner behind a picture", "Asha😀\u200dTraders"],
    ["two joiners between pictures", "😀\u200d\u200d😀"],
    ["a word joiner", "Asha\u2060Traders"],
    ["a byte order mark", "Asha\ufeffTraders"],
    ["a soft hyphen", "Asha\u00adTraders"],
    ["a grapheme joiner", "Asha\u034fTraders"],
    ["a Hangul filler", "Asha\u3164Traders"],
    ["a Mongolian vowel separator", "Asha\u180eTraders"],
    ["a variation selector", "Asha\ufe0fTraders"],
    ["a tag", "Asha\u{e0041}Traders"],
    ["a blank pattern", "Asha\u2800Traders"],
    ["a reversing mark", "Asha\u202eTraders"],
    ["an isolate", "Asha\u2066Traders"],
    ["a left-to-right mark", "Asha\u200eTraders"],
    ["a line break", "Asha\nTraders"],
    ["a NUL", "Asha\u0000Traders"],
    ["an escape", "Asha\u001b[1mTraders"],
    ["a private character", "Asha\ue000Traders"],
    ["half a character", "Asha\ud800Traders"],
    ["nothing", ""],
    ["nothing that shows", "\u200b\u200d"],
    ["too much", "x".repeat(101)],
  ])("holds no %s", (_what, name) => {
    expect(cleanName(name, 100)).toBeUndefined();
  });

  it.each([
    ["Asha Traders", "ASHA  traders"],
    ["Asha Traders", "Ａｓｈａ　Ｔｒａｄｅｒｓ"],
    ["Asha Traders", "Asha\u200b Traders"],
    ["office", "oﬃce"],
    ["José", "Jose\u0301"],
  ])("%s compares equal to %s", (one, other) => {
    expect(comparableName(one)).toBe(comparableName(other));
  });

  it("of another spelling compares different", () => {
    expect(comparableName("Asha Traders")).not.toBe(comparableName("Asha Trader"));
  });
});

describe("a trader", () => {
  it.each([
    [
      { name: "Asha Kolhari", business: "Banyan Court" },
      "Banyan Court",
      "Banyan Court · Asha Kolhari",
    ],
    [{ name: "Asha Kolhari", business: "" }, "Asha Kolhari", "Asha Kolhari"],
    [{ name: "Asha Kolhari" }, "Asha Kolhari", "Asha Kolhari"],
    [{ name: "Banyan Court", business: "Banyan Court" }, "Banyan Court", "Banyan Court"],
  ])("%j is known as %s, and listed as %s", (trader, known, listed) => {
    expect(tradeName(trader)).toBe(known);
    expect(tradeLabel(trader)).toBe(listed);
  });
});
