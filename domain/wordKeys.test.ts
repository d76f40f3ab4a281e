import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quickestMs } from "./processorTime.setup";
import { transliterate, withAsciiDigits } from "./transliterate";
import { wordKeys, wordsOf } from "./wordKeys";

function foldedOf(words: string): string[] {
  return [...new Set(words.split(" ").map((word) => wordKeys(word).folded))];
}

describe("the keys of a word", () => {
  it("are its letters, its Latin spelling and its sound", () => {
    expect(wordKeys("चावल")).toEqual({ letters: "चावल", latin: "chaval", folded: "cvl" });
    expect(wordKeys("CHAWAL")).toEqual({ letters: "chawal", latin: "chawal", folded: "cvl" });
  });

  it("have one sound for the usual spellings of a word", () => {
    for (const words of [
      ...["chawal chaval chaawal चावल", "chini cheeni chinee चीनी ਚੀਨੀ ચીની চিনি"],
      ...["atta aata ata आटा ਆਟਾ", "doodh dudh दूध", "ghee ghi घी", "jeera zira जीरा ଜୀରା"],
      ...["pyaz pyaaz piyaz pyaj प्याज प्याज़", "dhaniya dhania dhanya धनिया", "gehu gehun गेहूँ"],
      ...["chai chay चाय", "maida मैदा", "papad पापड़ पापड\u093c", "saunf sonf सौंफ"],
      ...["laxmi lakshmi लक्ष्मी ಲಕ್ಷ್ಮಿ", "rajesh राजेश ராஜேஷ் రాజేష్ ರಾಜೇಶ್ രാജേഷ് রাজেশ રાજેશ ਰਾਜੇਸ਼"],
      ...["singh सिंह ਸਿੰਘ", "gyan ज्ञान", "murugan முருகன்", "school skool"],
    ])
      expect(foldedOf(words), words).toHaveLength(1);
  });

  it("have different sounds for words that differ by more than spelling", () => {
    for (const words of [
      ...["chini chana", "tel til tala", "maggi moong", "misri masoor", "dal dahi dil"],
      ...["soap soup", "mug moong mag", "can china kana", "tata tota", "rice rose"],
    ])
      expect(foldedOf(words), words).toHaveLength(words.split(" ").length);
  });

  it("are the letters alone for other scripts, and for words that nobody has", () => {
    expect(wordKeys("ΟΔΟΣ").folded).toBe("οδος");
    expect(wordKeys("чай").folded).toBe("чаи");
    const long = "ab".repeat(5_000);
    expect(wordKeys(long)).toEqual({ letters: long, latin: long, folded: long });
    expect(quickestMs(() => wordKeys("क".repeat(10_000)), 20)).toBeLessThan(20);
  });

  it("are the same for a word in each form of its letters, and never throw", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("aehnyzकख़ड़ािी्ंஅகிতয়় é🧴")) }),
        (text) => {
          for (const word of wordsOf(text)) {
            expect(wordKeys(word.normalize("NFD"))).toEqual(wordKeys(word));
            expect(wordKeys(wordKeys(word).letters)).toEqual(wordKeys(word));
          }
        },
      ),
    );
  });
});

describe("transliteration", () => {
  it("writes nine scripts in Latin letters", () => {
    const spelled = {
      ...{ नमकीन: "namkin", मित्र: "mitra", अदरक: "adrak", फ़ोन: "fon", बाज़ार: "bazar" },
      ...{ চাল: "chal", যোগ: "jog", সৎ: "sat", ਆਟਾ: "ata", ਦੁੱਧ: "dudh", અથાણું: "athanun" },
      ...{ ଚାଉଳ: "chaula", அரிசி: "arisi", பருப்பு: "paruppu", தங்கம்: "tangam", மஞ்சள்: "manjal" },
      ...{ బియ్యం: "biyyam", ಅಕ್ಕಿ: "akki", അരി: "ari", പാൽ: "pal" },
    };
    for (const [word, latin] of Object.entries(spelled))
      expect(transliterate(word), word).toBe(latin);
  });

  it("writes the digits of each script in ASCII", () => {
    for (const digits of ["०१२३४५६७८९", "০১২৩৪৫৬৭৮৯", "௦௧௨௩௪௫௬௭௮௯", "൦൧൨൩൪൫൬൭൮൯"])
      expect(withAsciiDigits(`${digits} kg`)).toBe("0123456789 kg");
  });
});

it("words are runs of letters with their marks, or of digits", () => {
  expect(wordsOf("Toor-dal 5kg, ५००ग्राम (दाल)।")).toEqual([
    ...["toor", "dal", "5", "kg", "५००", "ग्राम", "दाल"],
  ]);
  expect(wordsOf(" – ")).toEqual([]);
});
