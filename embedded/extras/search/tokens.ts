/** Splits a text into search terms: lower-case runs of letters and digits, accents kept. */

/** Convex cuts longer words at this many characters. */
const TOKEN_MAX = 32;

export function tokenize(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.map((word) => word.slice(0, TOKEN_MAX));
}
