/** Fetches the texts of the reader's language. It runs before the app, whose modules write texts as they are loaded. */
import type { Language } from "../domain/language/languages";
import { type Catalogue, setLanguage } from "../domain/language/texts";
import { isPseudoLanguage, storedLanguage } from "./device/language";

type Module = { readonly catalogue: Catalogue };
type Translated = Exclude<Language, "en">;

const CATALOGUES: Readonly<Record<Translated, () => Promise<Module>>> = {
  hi: () => import("../languages/hi/catalogue"),
  mr: () => import("../languages/mr/catalogue"),
  gu: () => import("../languages/gu/catalogue"),
  bn: () => import("../languages/bn/catalogue"),
  ta: () => import("../languages/ta/catalogue"),
  te: () => import("../languages/te/catalogue"),
};

/** Returns the texts of a language. Rejects where they cannot be fetched. */
export async function fetchCatalogue(language: Translated): Promise<Catalogue> {
  return (await CATALOGUES[language]()).catalogue;
}

async function start(): Promise<void> {
  if (isPseudoLanguage()) {
    const { catalogue } = await import("../languages/pseudo");
    setLanguage("en", catalogue);
    return;
  }
  const language = storedLanguage();
  if (language === "en") return;
  try {
    setLanguage(language, await fetchCatalogue(language));
  } catch {
    // It could not be fetched: the app goes on in English.
    document.documentElement.lang = "en";
  }
}

/** Resolves when the texts are there, or will not come. */
export const ready = start();
