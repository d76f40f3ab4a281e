/** The text that somebody searches for. */
import { PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { isOverlong, trimBlank } from "../../domain/text";

/** Trimmed as names are, and in lower case; null for a text that is too long to be found anywhere. Looks at the length before anything else. */
export function searchedText(text: string): string | null {
  if (isOverlong(text, PRODUCT_SEARCH_MAX)) return null;
  const wanted = trimBlank(text).toLowerCase();
  return wanted.length > PRODUCT_SEARCH_MAX ? null : wanted;
}

/** True if one of the texts has the searched one in it. */
export function hasText(wanted: string, ...texts: readonly (string | undefined)[]): boolean {
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}
