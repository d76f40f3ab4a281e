/** The beginning of a long complaint or review. */

/** Longer texts are cut here. */
const PREVIEW_CHARACTERS = 100;

const characters = new Intl.Segmenter("en-IN", { granularity: "grapheme" });

/** Returns the first 100 characters as people count them, none cut in half; null when the text is no longer than that. */
export function previewOf(text: string): string | null {
  let count = 0;
  for (const { index } of characters.segment(text)) {
    if (count === PREVIEW_CHARACTERS) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return null;
}
