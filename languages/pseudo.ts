/**
 * A made-up language, by which tests see what has no room: texts are twice as long below twenty letters and 1.4 times above, as
 * Tamil is at most, and their letters stand as high and as deep as stacked ones do. Values keep their places.
 */

const VOWELS: Readonly<Record<string, string>> = {
  a: "ẫ",
  e: "ễ",
  i: "ị",
  o: "ỗ",
  u: "ụ",
  A: "Ẫ",
  E: "Ễ",
  I: "Ị",
  O: "Ỗ",
  U: "Ụ",
};

const SHORT_MAX = 20;
const SHORT_GROWTH = 1;
const LONG_GROWTH = 0.4;
/** Longer than most words of Tamil. */
const WORD_MAX = 14;

function stacked(words: string): string {
  return words.replaceAll(/[aeiou]/gi, (vowel) => VOWELS[vowel] ?? vowel);
}

/** Returns as many letters as the words have to grow by, the first of them within a word. */
function growth(words: string): string {
  const letters = words.replaceAll(/[^a-z]/gi, "");
  const share = words.length < SHORT_MAX ? SHORT_GROWTH : LONG_GROWTH;
  let left = Math.round(letters.length * share);
  let grown = "";
  let room = WORD_MAX - (words.length - words.lastIndexOf(" ") - 1);
  while (left > 0) {
    const length = Math.max(0, Math.min(room, left));
    grown += letters.slice(0, length).toLowerCase().padEnd(length, "o");
    left -= length;
    if (left > 0) grown += " ";
    room = WORD_MAX;
  }
  return grown;
}

/** Grows the words between the first and the last letter: marks around them stay where they are. */
function grown(words: string): string {
  const start = words.search(/\w/);
  if (start === -1) return words;
  let end = words.length;
  while (!/\w/.test(words[end - 1] ?? "")) end -= 1;
  const core = words.slice(start, end);
  return words.slice(0, start) + stacked(core + growth(core)) + words.slice(end);
}

/** Returns the text in the made-up language. What stands in an odd number of braces is no text but the name of a value. */
export function catalogue(english: string): string {
  let depth = 0;
  return english
    .split(/([{}])/)
    .map((part) => {
      if (part === "{") depth += 1;
      else if (part === "}") depth -= 1;
      else if (depth % 2 === 0) return grown(part);
      return part;
    })
    .join("");
}
