/** The form in which searches compare texts. */

/** Stored with the search's index, so that another form builds it anew. */
export const SEARCH_FORM = "NFC";

/** Equal for texts that look alike in either case: é is one character or two, and so is ड़, as keyboards and sheets write it. */
export function searchKey(text: string): string {
  return text.toLowerCase().normalize(SEARCH_FORM);
}
