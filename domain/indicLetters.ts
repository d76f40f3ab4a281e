/**
 * Latin transliteration of the nine Indian scripts, as people type it: चावल is "chaval". Unicode lays the scripts out alike, 128 code
 * points each, so that one table by offset serves all of them.
 */

const FIRST = 0x0900;
const LAST = 0x0d7f;
const BLOCK = 0x80;

/** The scripts by the number of their blocks, from Devanagari on. */
const [BENGALI, GURMUKHI, ORIYA, TAMIL, MALAYALAM] = [1, 2, 4, 5, 8] as const;
const [TELUGU, KANNADA] = [6, 7] as const;
/** Scripts whose words often end without the vowel of their last letter: नमक is "namak", not "namaka". */
const SCHWA_DROPPING = new Set([0, BENGALI, GURMUKHI, 3]);

const VOWELS = new Map(
  entries("a a i i u u ri li e e e ai o o o au", 0x05).concat(
    entries("a i i u u ri ri e e e ai o o o au", 0x3e),
  ),
);
const CONSONANTS = new Map(
  entries(
    "k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l l v sh sh s h",
    0x15,
  ),
);
/** Letters of a single script, and vowels of none: Devanagari's ॲ, Malayalam's chillus, Bengali's ৎ, Assamese ৰ and ৱ, Odia's ୟ and ୱ. */
const OWN_CONSONANTS: Readonly<Record<string, string>> = { ৰ: "r", ৱ: "v", ୟ: "y", ୱ: "v" };
const OWN_ENDS: Readonly<Record<string, string>> = {
  ...{ ৎ: "t", ൎ: "r", ൺ: "n", ൻ: "n", ർ: "r", ൽ: "l", ൾ: "l", ൿ: "k" },
  ...{ "ੰ": "n", "ੵ": "y" },
};

const VIRAMA = 0x4d;
const NUKTA = 0x3c;
/** What a nukta makes of a letter, by its offset: ज़, फ़, and Bengali's য়. */
const WITH_NUKTA = new Map([
  [0x1c, "z"],
  [0x2b, "f"],
  [0x2f, "y"],
]);
/** Tamil writes one letter for a voiced and a voiceless sound: by offset, as it sounds at the start, in the middle, doubled, and after a nasal. */
const TAMIL_SOUNDS: Readonly<Record<string, readonly [string, string, string]>> = {
  k: ["k", "g", "k"],
  ch: ["s", "s", "ch"],
  t: ["t", "d", "t"],
  p: ["p", "b", "p"],
};

function entries(sounds: string, from: number): [number, string][] {
  return sounds.split(" ").map((sound, n) => [from + n, sound]);
}

/** A sound of a word; `isSchwa` if it is the vowel that a letter has unless another is written. */
type Sound = { readonly text: string; readonly isVowel: boolean; readonly isSchwa?: true };
