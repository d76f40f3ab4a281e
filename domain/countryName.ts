/** The name of a country, apart from the list of all: pages that show one do not load the list. */
import { currentLanguage, inEnglish } from "./language/texts";

const names = new Map<string, Intl.DisplayNames>();

/** Returns the name of a code of ISO 3166-1 (alpha-2) in the reader's language; the code itself if it has none. */
export function countryName(code: string): string {
  const language = currentLanguage();
  const ofLanguage = names.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  names.set(language, ofLanguage);
  return ofLanguage.of(code) ?? code;
}

/** Returns the name that files have, whoever reads them. */
export function englishCountryName(code: string): string {
  return inEnglish(() => countryName(code));
}
