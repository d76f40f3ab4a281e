import { describe, expect, it } from "vitest";
import { heardTerms, searchedTerms, tradeGroupOf } from "./heardTerms";
import { quickestMs } from "./processorTime.setup";
import { TRADE_WORDS } from "./tradeWords";
import { wordKeys, wordsOf } from "./wordKeys";

const ALL = TRADE_WORDS.flatMap((group) => [...group.written, ...group.spoken]);

describe("the trade's words", () => {
  it("are some 200 groups, and no word is in two of them", () => {
    expect(TRADE_WORDS.length).toBeGreaterThanOrEqual(200);
    const letters = ALL.map((phrase) => wordsOf(phrase).join(" "));
    const twice = letters.filter((phrase, at) => letters.indexOf(phrase) !== at);
    expect(twice).toEqual([]);
    expect(
      ALL.filter((phrase) => phrase !== phrase.trim() || wordsOf(phrase).length === 0),
    ).toEqual([]);
    expect(Math.max(...ALL.map((phrase) => wordsOf(phrase).length))).toBeLessThanOrEqual(3);
  });

  it("of different groups never sound alike where they are known by their sound", () => {
    const groups = new Map<string, Set<string>>();
    for (const { written, spoken } of TRADE_WORDS)
      for (const phrase of spoken) {
        if (!/^[a-z\p{Script=Devanagari} ]+$/u.test(phrase)) continue;
        const sound = wordsOf(phrase)
          .map((word) => wordKeys(word).folded)
          .join(" ");
        groups.set(sound, (groups.get(sound) ?? new Set()).add(written[0]!));
      }
    expect([...groups].filter(([, names]) => names.size > 1)).toEqual([]);
  });

  it("each lead to their group", () => {
    for (const { written, spoken } of TRADE_WORDS)
      for (const phrase of [...written, ...spoken])
        expect(tradeGroupOf(wordsOf(phrase)), phrase).toBe(written[0]);
  });
});

describe("what is heard", () => {
  it("is each word and each phrase of all texts, once", () => {
    expect([...heardTerms("Rock Salt 1 kg", undefined, "namak")]).toEqual([
      ...["=rock salt", "rok", "=salt", "1", "kg"],
    ]);
    expect(searchedTerms("sendha namak 1 kg")).toEqual(["=rock salt", "1", "kg"]);
  });

  it("of a text that is made up is little, and costs little", () => {
    const texts = ["ab cd ef ", "क ख ग ", "kala namak ", "a1b2"].map((part) => part.repeat(1_000));
    for (const text of texts) {
      expect(heardTerms(text).size).toBeLessThanOrEqual(32);
      expect(quickestMs(() => [heardTerms(text), searchedTerms(text)], 20)).toBeLessThan(20);
    }
    const many = Array.from({ length: 100 }, (_, n) => `w${"abcde"[n % 5]}${"klmnr"[n % 4]}x`);
    expect(heardTerms(many.join(" ")).size).toBeLessThanOrEqual(32);
  });
});
