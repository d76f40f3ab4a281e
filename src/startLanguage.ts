/** Fetches the texts of the reader's language. It runs before the app, whose modules write texts as they are loaded. */
import type { Language } from "../domain/language/languages";
import { type Catalogue, setLanguage } from "../domain/language/texts";
import { isPseudoLanguage, storedLanguage } from "./device/language";

type Module = { readonly catalogue: Catalogue };

const CATALOGUES: Readonly<Record<Exclude<Language, "en">, () => Promise<Module>>> = {
  hi: () => import("../languages/hi/catalogue"),
  mr: () => import("../languages/mr/catalogue"),
  gu: () => import("../languages/gu/catalogue"),
  bn: () => import("../languages/bn/catalogue"),
  ta: () => import("../languages/ta/catalogue"),
  te: () => import("../languages/te/catalogue"),
};

async function start(): Promise<void> {
  if (isPseudoLanguage()) {
    const { catalogue } = await import("../languages/pseudo");
    setLanguage("en", catalogue);
    return;
  }
  const language = storedLanguage();
  if (language === "en") return;
  try {
    const { catalogue } = await CATALOGUES[language]();
    setLanguage(language, catalogue);
  } catch {
    // It could not be fetched: the app goes on in English.
    document.documentElement.lang = "en";
  }
}

/** Resolves when the texts are there, or will not come. */
export const ready = start();
