/** The scripts that papers are written in. */
/* oxlint-disable mandi/no-bare-words -- names of Unicode, no texts for people */

/** TrueType, of both weights. */
export type LatinFonts = { readonly normal: Uint8Array; readonly bold: Uint8Array };

/** Everything that the Latin fonts beside this file can draw. */
const COVERED = /^[\u0020-\u007e\u00a0-\u00ff₹–—‘’“”…•×→€\u2009\u202f]*$/;

export function isCovered(text: string): boolean {
  return COVERED.test(text);
}

/** The scripts beyond Latin, by Unicode's names and in the order of its blocks, which are equally long. */
export const SCRIPTS = [
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
] as const;
const BLOCKS = { start: 0x900, length: 0x80 };
/** The ends of sentences and verses, which all of them share. */
const DANDAS = "।॥";

export type Script = (typeof SCRIPTS)[number];

/** Returns the script of the first letter; undefined for what scripts share. */
export function scriptOf(text: string): Script | undefined {
  const block = Math.floor((text.charCodeAt(0) - BLOCKS.start) / BLOCKS.length);
  return DANDAS.includes(text.charAt(0)) ? undefined : SCRIPTS[block];
}

/** Returns the scripts of all letters. */
export function scriptsIn(texts: readonly string[]): Script[] {
  const found = new Set(texts.flatMap((text) => Array.from(text, scriptOf)));
  return SCRIPTS.filter((script) => found.has(script));
}
