/** The terms by which a text is heard: words of one sound have the same one, and so have words of the trade with one meaning. */
import { TRADE_WORDS } from "./tradeWords";
import { withAsciiDigits } from "./transliterate";
import { wordKeys, wordsOf } from "./wordKeys";

/** The words of the longest phrases of the trade. */
const PHRASE_WORDS_MAX = 3;
/** English has other words of the sounds of short ones: "tel" is not "tell", nor is "ras" a "race". */
const LATIN_SOUND_MIN = 4;
const LATIN_HEARD_MIN = 6;
/** The words of a product that are heard, so that looking at made-up ones costs little, and their terms, so that the index has a bound. */
const WORDS_MAX = 32;
const TERMS_MAX = 32;
/** Texts of fewer letters are no words yet. */
const LATIN_LETTERS_MIN = 3;
const DEVANAGARI_OR_LATIN = /^[a-z\p{Script=Devanagari} ]+$/u;
const LATIN = /^[a-z ]+$/;
const NUMBER = /^\d+$/;

type Phrase = { readonly letters: string; readonly sound: string };

function toPhrase(words: readonly string[]): Phrase {
  const keys = words.map(wordKeys);
  const letters = keys.map((key) => key.letters).join(" ");
  return { letters, sound: keys.map(({ folded }) => folded).join(" ") };
}

/** The groups' names by their words as they are written, and by those that are known by their sound. */
type TradeGroups = {
  readonly byLetters: ReadonlyMap<string, string>;
  readonly bySound: ReadonlyMap<string, string>;
};

function indexTradeWords(): TradeGroups {
  const [byLetters, bySound] = [new Map<string, string>(), new Map<string, string>()];
  for (const { written, spoken } of TRADE_WORDS) {
    const name = written[0] ?? "";
    for (const words of [...written, ...spoken])
      byLetters.set(toPhrase(wordsOf(words)).letters, name);
    // In the other scripts the same sounds are other words: Bengali has a banana called কলা, which sounds like काला, "black".
    for (const words of spoken)
      if (DEVANAGARI_OR_LATIN.test(words)) bySound.set(toPhrase(wordsOf(words)).sound, name);
  }
  return { byLetters, bySound };
}

/** Made for the first text: every start of the backend loads this module, and most look nothing up. */
let tradeGroups: TradeGroups | undefined;

function groupOf({ letters, sound }: Phrase): string | undefined {
  const { byLetters, bySound } = (tradeGroups ??= indexTradeWords());
  const group = byLetters.get(letters);
  if (group !== undefined) return group;
  const isShort = letters.length < LATIN_HEARD_MIN && sound.length < LATIN_SOUND_MIN;
  return isShort && LATIN.test(letters) ? undefined : bySound.get(sound);
}

/** Returns the name of the group of trade words that a phrase belongs to: the first of the group's own. Its words are those of `wordsOf`. */
export function tradeGroupOf(words: readonly string[]): string | undefined {
  return groupOf(toPhrase(words));
}

/** Returns each phrase that begins at a place of the text, the longest first, with its term; a single word always has one. */
function* termsAt(
  keys: readonly Phrase[],
  at: number,
): Generator<readonly [term: string, words: number]> {
  for (let count = PHRASE_WORDS_MAX; count > 1; count -= 1) {
    const words = keys.slice(at, at + count);
    if (words.length < count) continue;
    const letters = words.map((word) => word.letters).join(" ");
    const group = groupOf({ letters, sound: words.map(({ sound }) => sound).join(" ") });
    if (group !== undefined) yield [`=${group}`, count];
  }
  const word = keys[at];
  if (word === undefined) return;
  const group = groupOf(word);
  yield [group === undefined ? word.sound : `=${group}`, 1];
}

function keysOf(text: string): Phrase[] {
  const words = wordsOf(withAsciiDigits(text)).slice(0, WORDS_MAX);
  return words.map((word) => toPhrase([word]));
}

/** Returns the terms by which texts are heard, at most TERMS_MAX: of each word, and of phrases. */
export function heardTerms(...texts: readonly (string | undefined)[]): Set<string> {
  const terms = new Set<string>();
  const keys = keysOf(texts.join(" "));
  for (const at of keys.keys()) for (const [term] of termsAt(keys, at)) terms.add(term);
  return new Set([...terms].slice(0, TERMS_MAX));
}

/** Returns the terms that a product must have to be heard in a searched text: none for a text without words. */
export function searchedTerms(text: string): string[] {
  if (text.length < LATIN_LETTERS_MIN && LATIN.test(text)) return [];
  const keys = keysOf(text);
  const terms = new Set<string>();
  for (let at = 0; at < keys.length;) {
    const [[term, count] = ["", 1]] = termsAt(keys, at);
    terms.add(term);
    at += count;
  }
  return [...terms].some((term) => !isNumberTerm(term)) ? [...terms] : [];
}

/** True for a term that nearly every product has one of: the index has none of them. */
export function isNumberTerm(term: string): boolean {
  return NUMBER.test(term);
}
