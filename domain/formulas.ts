/** Texts that a spreadsheet would compute, and how files keep it from that. */

/**
 * A text that begins so is computed by some spreadsheet: also behind blanks, quotes and what is not to be seen, which programs may
 * drop, and where its sign is twice as wide. A tab or a line end does it alone, behind apostrophes too: else a guarded text and one
 * that begins with an apostrophe of its own would be written alike.
 */
const FORMULA = /^(?:'*[\t\r\n]|[\s\p{Cc}\p{Cf}"'`]*[=+\-@＝＋－＠﹢﹣﹦﹫−])/u;

function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** Returns a text that no spreadsheet computes: with an apostrophe in front where it would be a formula. */
export function harmlessText(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Returns the text that `harmlessText` made this of: it takes one apostrophe off where it stands for the guard. */
export function guardedText(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;
}
