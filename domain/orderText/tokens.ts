/** Orders by text in pieces: numbers in the digits of every script, words, and marks, with their places in the text. */
import { searchKey } from "../searchKey";
import { transliterate, withAsciiDigits } from "../transliterate";
import type { WordKeys } from "../wordKeys";
import { roleOf, type Role } from "./vocabulary";

/** A word without its sound, which only the comparison with names needs. */
export type SpelledWord = Pick<WordKeys, "letters" | "latin">;

type Place = {
  readonly start: number;
  readonly end: number;
  /** True if what is written may mean something else: O for zero, letters of two scripts, a number glued to a size. */
  readonly isDoubtful: boolean;
};

type NumberToken = Place & { readonly kind: "number"; readonly value: number };
export type WordToken = Place & {
  readonly kind: "word";
  readonly keys: SpelledWord;
  readonly role: Role | null;
  /** The number and the word of "7up" or "maggi10", if no product has both as one. */
  readonly parts: { readonly value: number; readonly keys: SpelledWord } | null;
};
export type MarkToken = Place & { readonly kind: "mark"; readonly mark: string };
export type Token = NumberToken | WordToken | MarkToken;

/** Numbers and words that stand together, or one sign; "c/s" is a case. */
const CHUNKS =
  /(?:\p{Nd}+(?:[.,/-]\p{Nd}+)*|[½¼¾]|[cC]\/[sS](?!\p{L})|[\p{L}\p{M}\u200c\u200d]+)+|\S/gu;
/** The numbers and words of a chunk. */
const PARTS = /\p{Nd}+(?:[.,/-]\p{Nd}+)*|[½¼¾]|[cC]\/[sS](?!\p{L})|[\p{L}\p{M}\u200c\u200d]+/gu;

/** O beside digits, where no word goes on behind it. */
const ZERO_LETTERS = /(?<=\p{Nd})o+(?=\p{Nd}|$|(?:ml|gm?|kg|l|ctn|pcs?)$)|^o+(?=\p{Nd})/giu;
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /[\u0900-\u097f]/u,
  /[\u0980-\u09ff]/u,
  /[\u0a00-\u0a7f]/u,
  /[\u0a80-\u0aff]/u,
  /[\u0b00-\u0b7f]/u,
  /[\u0b80-\u0bff]/u,
  /[\u0c00-\u0c7f]/u,
  /[\u0c80-\u0cff]/u,
  /[\u0d00-\u0d7f]/u,
  /\p{Nd}/u,
];
const JOINER = /[\u200c\u200d]/;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{2})*,\d{3}$/;
const FRACTIONS: Readonly<Record<string, number>> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };

function isOfTwoScripts(text: string): boolean {
  return !/^[a-z]+$/i.test(text) && SCRIPTS.filter((script) => script.test(text)).length > 1;
}

/** Returns the number that the digits mean, or NaN if nobody can know. */
function numberIn(written: string): number {
  const text = withAsciiDigits(written);
  const [, above, below] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? [];
  if (above !== undefined) return Number(above) / Number(below);
  if (GROUPED.test(text)) return Number(text.replaceAll(",", ""));
  return FRACTIONS[text] ?? (/^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN);
}

function numberToken(text: string, place: Place): NumberToken {
  const value = numberIn(text);
  const isDoubtful = place.isDoubtful || Number.isNaN(value) || isOfDigitsMixed(text);
  return { ...place, kind: "number", value, isDoubtful };
}

function isOfDigitsMixed(text: string): boolean {
  if (/^\d+$/.test(text)) return false;
  const zeros = Array.from(text.replaceAll(/\P{Nd}/gu, ""), (digit) => digit.charCodeAt(0) >> 6);
  return new Set(zeros).size > 1;
}

function wordToken(text: string, place: Place): WordToken {
  const letters = searchKey(text.normalize("NFKC").replace("/", ""));
  const keys = { letters, latin: transliterate(letters) };
  const isDoubtful =
    place.isDoubtful || isOfTwoScripts(text) || (JOINER.test(text) && /[a-z]/i.test(text));
  return { ...place, kind: "word", keys, role: roleOf(keys), parts: null, isDoubtful };
}

function isNumber(part: string): boolean {
  return /^[\p{Nd}½¼¾]/u.test(part);
}

/** True for letters that may stand directly beside a number: units, measures, "x". */
function isBesideNumbers(token: Token | undefined): boolean {
  if (token?.kind !== "word") return false;
  const { role, keys } = token;
  const kind = role?.kind;
  return kind === "unit" || kind === "measure" || /^(?:x|qty)$/.test(keys.latin);
}

/** A word with a number glued to it is one word, "7up", or a number of goods: the catalogue decides. */
function gluedWord(chunk: string, place: Place, tokens: readonly Token[]): WordToken {
  const number = tokens.find((token) => token.kind === "number");
  const word = tokens.find((token) => token.kind === "word");
  const parts = number && word ? { value: number.value, keys: word.keys } : null;
  return { ...wordToken(chunk, place), role: null, parts, isDoubtful: place.isDoubtful };
}

function chunkTokens(chunk: string, start: number, isDoubtful: boolean): Token[] {
  const end = start + chunk.length;
  const tokens: (NumberToken | WordToken)[] = [];
  for (const { 0: part, index } of chunk.matchAll(PARTS)) {
    const place = { start: start + index, end: start + index + part.length, isDoubtful };
    // 50-50 is a name, or two quantities of nobody knows what.
    if (!isNumber(part) || part.includes("-")) tokens.push(wordToken(part, place));
    else tokens.push(numberToken(part, place));
  }
  const [first, second, third] = tokens;
  if (second === undefined) return tokens;
  const [isNumeral, isSecondNumeral] = [first?.kind === "number", second.kind === "number"];
  if (third === undefined) {
    if (isBesideNumbers(isNumeral ? second : first)) return tokens;
    return [gluedWord(chunk, { start, end, isDoubtful }, tokens)];
  }
  const isNameWithSize = !isNumeral && isSecondNumeral && isBesideNumbers(third);
  if (isNameWithSize && tokens.length === 3) return tokens;
  return tokens.map((token) => ({ ...token, isDoubtful: true }));
}

/** Returns the tokens of a text in order. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(CHUNKS)).flatMap(({ 0: chunk, index: start }): Token[] => {
    if (!/[\p{L}\p{M}\p{Nd}½¼¾]/u.test(chunk))
      return [{ kind: "mark", mark: chunk, start, end: start + chunk.length, isDoubtful: false }];
    const zeroed = chunk.replaceAll(ZERO_LETTERS, (letters) => "0".repeat(letters.length));
    return chunkTokens(zeroed, start, zeroed !== chunk);
  });
}
