/**
 * Latin spelling of words in nine Indian scripts, as people type them: चावल is "chaval". Unicode lays the scripts out alike, 128 code
 * points each, so one table by offset serves them all.
 */

const FIRST = 0x0900;
const BLOCK = 0x80;
const INDIC_LETTERS = /[\u0900-\u0d7f]/;
const INDIC_WORDS = /[\u0900-\u0d7f]+/g;

/** The scripts, in the order of their blocks. */
const SCRIPTS = [
  "devanagari",
  "bengali",
  "gurmukhi",
  "gujarati",
  "odia",
  "tamil",
  "telugu",
  "kannada",
  "malayalam",
] as const;
type Script = (typeof SCRIPTS)[number];

/** They leave the last letter's vowel unspoken, and often one inside: नमक is "namak". */
const SCHWA_DROPPING: ReadonlySet<Script> = new Set([
  "devanagari",
  "bengali",
  "gurmukhi",
  "gujarati",
]);
/** Their anusvara at the end of a word is an m: బియ్యం is "biyyam". */
const FINAL_M: ReadonlySet<Script> = new Set(["telugu", "kannada", "malayalam"]);

function soundsFrom(offset: number, sounds: string): [number, string][] {
  return sounds.split(" ").map((sound, n) => [offset + n, sound]);
}

const CONSONANTS = new Map([
  ...soundsFrom(0x15, "k kh g gh n ch chh j jh n t th d dh n t th d dh n n"),
  ...soundsFrom(0x2a, "p ph b bh m y r r l l zh v sh sh s h"),
]);
const VOWELS = new Map(soundsFrom(0x05, "a a i i u u ri li e e e ai o o o au"));
const VOWEL_SIGNS = new Map(soundsFrom(0x3e, "a i i u u ri ri e e e ai o o o au"));
const NASALS: ReadonlySet<number> = new Set([0x01, 0x02, 0x70]);
const FIRST_DIGIT = 0x66;
/** Digits stand at the same place of each block. */
const DIGITS =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;
const NUKTA = 0x3c;
const VIRAMA = 0x4d;

/** Letters of a single script, by code point: Assamese ৰ and ৱ, Odia ୟ and ୱ. */
const OWN_CONSONANTS = new Map([
  [0x09f0, "r"],
  [0x09f1, "v"],
  [0x0b5f, "y"],
  [0x0b71, "v"],
]);
/** Letters that no vowel follows, by code point: Bengali ৎ, Gurmukhi ੵ, Malayalam's chillus and dot reph. */
const WITHOUT_VOWEL = new Map([
  [0x09ce, "t"],
  [0x0a75, "y"],
  [0x0d4e, "r"],
  ...soundsFrom(0x0d7a, "n n r l l k"),
]);
/** Sounds that a nukta makes of another. */
const WITH_NUKTA: Readonly<Record<string, string>> = { j: "z", ph: "f", s: "sh" };
/** Tamil has one letter for sounds that others tell apart: as it sounds at the start, within, and doubled. */
const TAMIL_SOUNDS: Readonly<Record<string, readonly [string, string, string]>> = {
  k: ["k", "g", "k"],
  ch: ["s", "s", "ch"],
  t: ["t", "d", "t"],
  p: ["p", "b", "p"],
};

type Sound = {
  text: string;
  readonly isVowel: boolean;
  /** True for the vowel that a letter has unless another is written. */
  readonly isInherent: boolean;
};

/** Collects the sounds of a word of one script. */
function readSounds(word: string, script: Script): Sound[] {
  const sounds: Sound[] = [];
  const add = (text: string, isVowel: boolean, isInherent = false) =>
    sounds.push({ text, isVowel, isInherent });
  const dropInherent = () => {
    if (sounds.at(-1)?.isInherent === true) sounds.pop();
  };
  const offsets = Array.from(word, (character) => character.charCodeAt(0) % BLOCK);
  for (const [at, offset] of offsets.entries()) {
    const code = word.charCodeAt(at);
    const bare = WITHOUT_VOWEL.get(code);
    const consonant = bare ?? OWN_CONSONANTS.get(code) ?? CONSONANTS.get(offset);
    const sign = VOWEL_SIGNS.get(offset);
    const vowel = VOWELS.get(offset);
    if (consonant !== undefined) {
      const isBengaliJ =
        script === "bengali" &&
        consonant === "y" &&
        offsets[at + 1] !== NUKTA &&
        offsets[at - 1] !== VIRAMA;
      add(isBengaliJ ? "j" : consonant, false);
      if (bare === undefined) add("a", true, true);
    } else if (sign !== undefined) {
      dropInherent();
      add(sign, true);
    } else if (vowel !== undefined) add(vowel, true);
    else if (offset === VIRAMA) dropInherent();
    else if (offset === NUKTA) {
      const letter = sounds.at(-2);
      if (letter !== undefined) letter.text = WITH_NUKTA[letter.text] ?? letter.text;
    } else if (NASALS.has(offset))
      add(FINAL_M.has(script) && at === offsets.length - 1 ? "m" : "n", false);
  }
  return sounds;
}

/** Leaves out the inherent vowels that nobody speaks: at the end, unless two consonants run into them, and between two syllables. */
function dropSilent(sounds: readonly Sound[]): Sound[] {
  const kept = [...sounds];
  const isVowel = (at: number) => kept[at]?.isVowel === true;
  const isConsonant = (at: number) => kept[at]?.isVowel === false;
  const last = kept.length - 1;
  const isCluster = isConsonant(last - 2) && /^[ryv]$/.test(kept[last - 1]?.text ?? "");
  if (kept[last]?.isInherent === true && last > 1 && !isCluster) kept.pop();
  for (let at = kept.length - 3; at >= 2; at -= 1) {
    if (kept[at]?.isInherent !== true || !isVowel(at - 2) || !isConsonant(at - 1)) continue;
    if (isConsonant(at + 1) && isVowel(at + 2)) kept.splice(at, 1);
  }
  return kept;
}

/** Returns the sounds as Tamil speaks them: doubled and at the start without voice, after a nasal and between vowels with it. */
function withTamilVoice(sounds: readonly Sound[]): Sound[] {
  return sounds.map((sound, at) => {
    const [start, within, doubled] = TAMIL_SOUNDS[sound.text] ?? [];
    const [before, after] = [sounds[at - 1], sounds[at + 1]];
    if (start === undefined || within === undefined || doubled === undefined) return sound;
    if (before === undefined) return { ...sound, text: start };
    if (before.text === sound.text || after?.text === sound.text)
      return { ...sound, text: doubled };
    if (before.text === "n" && sound.text === "ch") return { ...sound, text: "j" };
    return after?.isVowel === true ? { ...sound, text: within } : sound;
  });
}

function transliterateWord(word: string): string {
  const script = SCRIPTS[Math.floor((word.charCodeAt(0) - FIRST) / BLOCK)] ?? "devanagari";
  // A conjunct of j and n is spoken gy.
  const sounds = readSounds(word.replaceAll("ज्ञ", "ग्य"), script);
  const spoken = script === "tamil" ? withTamilVoice(sounds) : sounds;
  const heard = SCHWA_DROPPING.has(script) ? dropSilent(spoken) : spoken;
  return heard.map(({ text }) => text).join("");
}

/** Returns a `searchKey` with its Indian letters and digits in Latin ones. Each run of letters is taken for one word. */
export function transliterate(key: string): string {
  if (!INDIC_LETTERS.test(key)) return key;
  return withAsciiDigits(key).replaceAll(INDIC_WORDS, transliterateWord);
}

/** Returns the text with the digits of Indian scripts as ASCII ones. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(DIGITS, toAsciiDigit);
}

function toAsciiDigit(digit: string): string {
  return String((digit.charCodeAt(0) % BLOCK) - FIRST_DIGIT);
}
