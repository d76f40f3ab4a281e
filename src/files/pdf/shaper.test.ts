import { expect, test, vi } from "vitest";
import { drawPdf } from "./draw";
import { type TextMark, wrap } from "./marks";
import { loadShaper, type Shaper } from "./shaper";
import { SCRIPTS, type Script } from "./scripts";
import { streamsOf, testType, textsBeneath } from "./type.setup";

/** Where each script's block begins; consonants, vowel signs and the virama stand at the same places in all. */
const BLOCKS = {
  Devanagari: 0x900,
  Bengali: 0x980,
  Gurmukhi: 0xa00,
  Gujarati: 0xa80,
  Oriya: 0xb00,
  Tamil: 0xb80,
  Telugu: 0xc00,
  Kannada: 0xc80,
  Malayalam: 0xd00,
} satisfies Record<Script, number>;
const NAMES = 1_000;
const LINES_PER_SHEET = 50;

function lettersOf(script: Script, first: number, last: number): string[] {
  const letter = new RegExp(`^\\p{Script=${script}}$`, "u");
  return Array.from({ length: last - first + 1 }, (_, at) =>
    String.fromCodePoint(BLOCKS[script] + first + at),
  ).filter((character) => letter.test(character));
}

/** Returns a name of two words with conjuncts and vowel signs, another one for each n. */
function nameOf(n: number): string {
  const script = SCRIPTS[n % SCRIPTS.length] ?? "Devanagari";
  const consonants = lettersOf(script, 0x15, 0x39);
  const signs = ["", ...lettersOf(script, 0x3e, 0x4c), ...lettersOf(script, 0x01, 0x02)];
  const [virama = ""] = lettersOf(script, 0x4d, 0x4d);
  const pick = (from: readonly string[], at: number) => from[at % from.length] ?? "";
  const syllable = (at: number) =>
    `${at % 3 === 0 ? pick(consonants, at * 7) + virama : ""}${pick(consonants, at)}${pick(signs, at * 5)}`;
  const word = (at: number) => [0, 1, 2].map((step) => syllable(at + step * 11)).join("");
  return `${word(n)} ${word(n * 3 + 1)} ${n} kg`;
}

function markOf(text: string, at = 0): TextMark {
  return {
    kind: "text",
    x: 20,
    y: 20 + (at % LINES_PER_SHEET) * 5,
    text,
    size: 10,
    bold: at % 2 === 1,
  };
}

function paperOf(texts: readonly string[]) {
  const sheets: TextMark[][] = [];
  for (const [at, text] of texts.entries())
    (sheets[Math.floor(at / LINES_PER_SHEET)] ??= []).push(markOf(text, at));
  return { title: "Test", author: "Test", picture: null, layOut: () => sheets };
}

async function shaperOf(scripts: readonly Script[]): Promise<Shaper> {
  const shaper = await testType().loadShaper(scripts);
  if (shaper === null) throw new Error("The fonts were not read.");
  return shaper;
}

test("the text of 1,000 names in nine scripts can be found and copied as it was typed", async () => {
  const names = Array.from({ length: NAMES }, (_, n) => nameOf(n).normalize("NFC"));
  const pdf = await drawPdf(paperOf(names), testType());
  expect(textsBeneath(pdf)).toEqual([...new Set(names)]);
  expect(Buffer.from(pdf).toString("latin1")).not.toContain("/Subtype /Image");
});
