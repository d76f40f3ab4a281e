/** Texts that a spreadsheet would compute, and how files keep it from that. */

/**
 * A text that begins so is computed by some spreadsheet: also behind blanks, quotes and what is not to be seen, which programs may
 * drop, and where its sign is twice as wide.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}"'`]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/u;

export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** Returns a text that no spreadsheet computes: with an apostrophe in front where it would be a formula. */
export function harmlessText(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}
