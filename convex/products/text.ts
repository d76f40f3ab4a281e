/** The text that somebody searches for. */
import { heardTerms, searchedTerms } from "../../domain/heardTerms";
import { PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { searchKey } from "../../domain/searchKey";
import { isOverlong, trimBlank } from "../../domain/text";
import type { Doc } from "../_generated/dataModel";

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

/** True if the texts have all terms of a searched text (`searchedTerms`), which has some. */
export function isHeard(
  terms: readonly string[],
  ...texts: readonly (string | undefined)[]
): boolean {
  if (terms.length === 0) return false;
  const heard = heardTerms(...texts);
  return terms.every((term) => heard.has(term));
}

/** Returns what tells a product with the searched text in its name, or in whose words it is heard. */
export function productMatcher(
  searchText: string,
): (product: Pick<Doc<"products">, "name" | "aliases">) => boolean {
  const terms = searchedTerms(searchText);
  return ({ name, aliases }) => hasText(searchText, name) || isHeard(terms, name, aliases);
}
