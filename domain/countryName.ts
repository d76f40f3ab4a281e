/** The English name of a country, apart from the list of all: pages that show one do not load the list. */
const NAMES = new Intl.DisplayNames("en", { type: "region" });

/** Returns the name of a code of ISO 3166-1 (alpha-2); the code itself if it has none. */
export function countryName(code: string): string {
  return NAMES.of(code) ?? code;
}
