/** The likeness of a word of an order to a word of a product's name. */
import type { WordKeys } from "../wordKeys";

/** The values order the fits: from `Fit.strong` on, a word counts as understood. */
export const FIT = { none: 0, weak: 1, strong: 2, exact: 3 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** The shares that fits have in the score of a product. */
export const FIT_SCORE: Readonly<Record<Fit, number>> = { 0: 0, 1: 0.6, 2: 0.9, 3: 1 };

/** Consonants that are enough to hear a word by: "clgt" is Colgate. */
const SKELETON_MIN = 3;
const PREFIX_MIN = 3;
/** Words with one wrong letter are at least so long: shorter ones would be other words. */
const TYPO_MIN = 4;

export type HeardWord = WordKeys & {
  /** The sound's consonants, and its first letter. */
  readonly skeleton: string;
};

export function heardWord(keys: WordKeys): HeardWord {
  return { ...keys, skeleton: keys.folded.replaceAll(/(?<=.)[aeiouy]/g, "") };
}

/** True if at most one letter is missing, added, wrong, or in the place of its neighbour. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a.charAt(start) === b.charAt(start)) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a.charAt(endA - 1) === b.charAt(endB - 1)) {
    endA -= 1;
    endB -= 1;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  const [first = "", second = ""] = restA;
  const isSwap = restA.length === 2 && restB === second + first;
  return (restA.length <= 1 && restB.length <= 1) || isSwap;
}

/** True if the letters of the short word stand in the long one, in their order. */
function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short.charAt(at)) at += 1;
  return at === short.length;
}

function isHeard(word: HeardWord, name: HeardWord): boolean {
  if (word.folded === name.folded) return true;
  if (word.skeleton !== name.skeleton) return false;
  return word.skeleton.length >= SKELETON_MIN || isOneSlip(word.folded, name.folded);
}

function isShortened(word: HeardWord, name: HeardWord): boolean {
  const isPrefix = word.latin.length >= PREFIX_MIN && name.latin.startsWith(word.latin);
  const isSkeleton =
    word.skeleton.length >= SKELETON_MIN && name.skeleton.startsWith(word.skeleton);
  return isPrefix || (isSkeleton && isWithin(word.skeleton, name.folded));
}

function isPlural(word: HeardWord, name: HeardWord): boolean {
  return word.latin === `${name.latin}s` || name.latin === `${word.latin}s`;
}

/** Returns how well a word fits one of a name. */
export function fitOf(word: HeardWord, name: HeardWord): Fit {
  if (word.latin === name.latin) return FIT.exact;
  if (word.latin === "" || !name.folded.startsWith(word.folded.charAt(0))) return FIT.none;
  if (isPlural(word, name) || isHeard(word, name) || isShortened(word, name)) return FIT.strong;
  const isTypo = word.latin.length >= TYPO_MIN && isOneSlip(word.latin, name.latin);
  const isAbbreviated = word.latin.length < name.latin.length && isWithin(word.latin, name.latin);
  return isTypo || isAbbreviated || isOneSlip(word.folded, name.folded) ? FIT.weak : FIT.none;
}
