/** The text that somebody searches for. */
import { PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { searchKey } from "../../domain/searchKey";
import { isOverlong, trimBlank } from "../../domain/text";

/** The key of the text, trimmed as names are; null for one that is too long to be found anywhere. Looks at the length before anything else. */
export function searchedText(text: string): string | null {
  if (isOverlong(text, PRODUCT_SEARCH_MAX)) return null;
  const trimmed = trimBlank(text);
  return trimmed.length > PRODUCT_SEARCH_MAX ? null : searchKey(trimmed);
}

/** True if one of the texts has the searched one in it. */
export function hasText(searchText: string, ...texts: readonly (string | undefined)[]): boolean {
  return texts.some((text) => text !== undefined && searchKey(text).includes(searchText));
}
