/** The form in which searches compare texts. */

/** Names the form. It is stored with the search's index, so that one of another form is built anew. */
export const SEARCH_FORM = "NFC without joiners, heard";

/** They choose how letters are drawn; some keyboards of Indian scripts add them where others do not. */
const JOINERS = /[\u200c\u200d]/g;

/** Equal for texts that look alike in either case: é is one character or two, and so is ड़, as keyboards and sheets write it. */
export function searchKey(text: string): string {
  return text.replaceAll(JOINERS, "").toLowerCase().normalize("NFC");
}
