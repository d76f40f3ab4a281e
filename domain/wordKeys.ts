/**
 * The keys by which words are found that are spelled in another way or script: चावल, chawal and chaval have the same last one.
 * `tradeWords.ts` has the words that mean the same and sound different.
 */
import { searchKey } from "./searchKey";
import { transliterate } from "./transliterate";

/** A longer word is compared by its letters alone. */
const HEARD_LETTERS_MAX = 40;
/** A word of fewer consonants keeps each a: "can" and "kana" would be the same without. */
const CONSONANTS_WITHOUT_A = 3;

export type WordKeys = {
  /** As it is written, by `searchKey`. */
  readonly letters: string;
  /** In Latin letters. */
  readonly latin: string;
  /** As it sounds: the same for usual spellings of a word in each script. */
  readonly folded: string;
};

/** Returns the words of a text by `searchKey`: runs of letters with their marks, or of digits. */
export function wordsOf(text: string): string[] {
  return searchKey(text).match(/[\p{L}\p{M}]+|\p{Nd}+/gu) ?? [];
}

/** Consonants that are spelled in several ways; ch is a C until the end, because each c is a k or an s. */
const CONSONANTS = /x|ksh|sch|tch|chh?|ck|c[eiy]?|q|sh|zh|ph|(?<=[bdgjkrtw])h|w|z|m(?=[bp])|nh$/g;
const CONSONANT_SOUNDS: Readonly<Record<string, string>> = {
  x: "ks",
  ksh: "ks",
  sch: "sk",
  tch: "C",
  chh: "C",
  ch: "C",
  ck: "k",
  q: "k",
  c: "k",
  ce: "se",
  ci: "si",
  cy: "sy",
  sh: "s",
  zh: "l",
  ph: "f",
  h: "",
  w: "v",
  z: "j",
  m: "n",
  nh: "ng",
};

/** Spellings of a sound, each in what those before it left: a silent e or h at the end, then vowels, then what is doubled. */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[aeiou][^aeiou]{1,3})e$|(?<=[aeiou])h$/, ""],
  [/aa+/g, "a"],
  [/(?<=[^aeiou])iy?a/g, "ya"],
  [/a[iy](?![aeiou])|ae|e[iy](?![aeiou])/g, "e"],
  [/au|ou/g, "o"],
  [/ee+|ii+|ea|ie|(?<=[^aeiouy])y(?![aeiou])/g, "i"],
  [/oo+|uu+/g, "u"],
  [/(?<=.{3}[ou])n$/, ""],
  [/(.)\1+/g, "$1"],
  [/C/g, "c"],
];

function fold(latin: string): string {
  const bare = latin.normalize("NFD").replaceAll(/\p{M}/gu, "");
  if (bare.length > HEARD_LETTERS_MAX || !/^[a-z]+$/.test(bare)) return bare;
  const consonants = bare.replaceAll(CONSONANTS, (spelled) => CONSONANT_SOUNDS[spelled] ?? spelled);
  const sounds = FOLDS.reduce((text, [spelled, sound]) => text.replace(spelled, sound), consonants);
  return sounds.replaceAll(/[aeiou]/g, "").length < CONSONANTS_WITHOUT_A
    ? sounds
    : sounds.replaceAll(/(?<=.)a/g, "");
}

/** Returns the keys of a word. */
export function wordKeys(word: string): WordKeys {
  const letters = searchKey(word);
  const latin = letters.length > HEARD_LETTERS_MAX ? letters : transliterate(letters);
  return { letters, latin, folded: fold(latin) };
}
