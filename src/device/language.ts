/** The language of this browser's reader, kept in its storage. `public/theme.js` says it to the page before the first paint. */
import { isLanguage, type Language } from "../../domain/language/languages";
import { readItem, writeItem } from "./deviceStorage";

const KEY = "language";
/** Of this tab: the language before a change that can still be undone. */
const BEFORE_KEY = "language-before";

/** Long and stacked texts in place of each, by which tests see what has no room. */
const PSEUDO_LANGUAGE = "en-XA";

export function isPseudoLanguage(): boolean {
  return readItem(KEY) === PSEUDO_LANGUAGE;
}

/** Returns the chosen language, else English. */
export function storedLanguage(): Language {
  const stored = readItem(KEY);
  return isLanguage(stored) ? stored : "en";
}

/**
 * Begins the app anew in another language; what was typed is kept as drafts are. Does nothing in a browser that keeps no choice:
 * the app would begin in the old language again.
 */
export function beginIn(language: Language, { isUndoable = true } = {}): void {
  const before = storedLanguage();
  if (before === language || !writeItem(KEY, language)) return;
  writeItem(BEFORE_KEY, isUndoable ? before : null, "session");
  window.location.reload();
}

/** Returns the language from which the reader has just changed, once; null where nothing was changed. */
export function takeLanguageBefore(): Language | null {
  const before = readItem(BEFORE_KEY, "session");
  writeItem(BEFORE_KEY, null, "session");
  return isLanguage(before) ? before : null;
}
