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

/** Pairs of a sound's spelling and its letter; each works on what those before it left. */
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/x|ksh/g, "ks"],
  [/sch/g, "sk"],
  [/tch|chh?/g, "C"],
  [/ck|q/g, "k"],
  [/c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/sh/g, "s"],
  [/zh/g, "l"],
  [/ph/g, "f"],
  [/(?<=[bdgjkrtw])h/g, ""],
  [/w/g, "v"],
  [/z/g, "j"],
  [/m(?=[bp])/g, "n"],
  [/nh$/g, "ng"],
  [/(?<=[aeiou][^aeiou]+)e$/g, ""],
  [/(?<=[aeiou])h$/g, ""],
  [/aa+/g, "a"],
  [/ee+|ii+|ea|ie/g, "i"],
  [/oo+|uu+/g, "u"],
  [/(?<=[^aeiou])i(?:y?a|yaa)/g, "ya"],
  [/a[iy](?![aeiou])|a[iy](?=e$)|ae|e[iy](?![aeiou])/g, "e"],
  [/au|ou/g, "o"],
  [/(?<=[^aeiouy])y(?![aeiou])/g, "i"],
  [/(?<=.{3}[ou])n$/g, ""],
  [/(.)\1+/g, "$1"],
  [/C/g, "c"],
];

function fold(latin: string): string {
  const bare = latin.normalize("NFD").replaceAll(/\p{M}/gu, "");
  if (bare.length > HEARD_LETTERS_MAX || !/^[a-z]+$/.test(bare)) return bare;
  const sounds = FOLDS.reduce((text, [spelling, sound]) => text.replaceAll(spelling, sound), bare);
  const consonants = sounds.replaceAll(/[aeiou]/g, "").length;
  return consonants < CONSONANTS_WITHOUT_A ? sounds : sounds.replaceAll(/(?<=.)a/g, "");
}

/** Returns the keys of a word. */
export function wordKeys(word: string): WordKeys {
  const letters = searchKey(word);
  const latin = letters.length > HEARD_LETTERS_MAX ? letters : transliterate(letters);
  return { letters, latin, folded: fold(latin) };
}
