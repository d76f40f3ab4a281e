/** Texts that a spreadsheet would compute, and how files keep it from that. */

/**
 * A text that begins so is computed by some spreadsheet: also behind blanks, quotes and what is not to be seen, which programs may
 * drop, and where its sign is twice as wide.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"'`]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/u;

/** Returns a text that no spreadsheet computes: with an apostrophe in front where it would be a formula. */
export function harmlessText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the text without the apostrophes that keep it from being computed, however often a file was written and read. */
export function withoutApostrophe(text: string): string {
  const bare = text.replace(/^'+/, "");
  return FORMULA.test(bare) ? bare : text;
}
