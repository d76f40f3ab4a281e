/** Writes what the reader sends to somebody else: a message to a partner is in the partner's language. */
import { useEffect, useState } from "react";
import type { Language } from "../../domain/language/languages";
import {
  type Catalogue,
  currentLanguage,
  inEnglish,
  inLanguage,
} from "../../domain/language/texts";
import { fetchCatalogue } from "../startLanguage";

/** Returns the text that `write` returns, in the language of whoever gets it. */
export type WriteFor = (write: () => string) => string;

const asTheReader: WriteFor = (write) => write();

/** Returns a function that writes a text in the language; in English until its texts are there, and if they don't come. */
export function useWriteFor(language: Language): WriteFor {
  const [texts, setTexts] = useState<{ of: Language; catalogue: Catalogue } | null>(null);
  const isOwn = language === currentLanguage();
  useEffect(() => {
    if (isOwn || language === "en") return undefined;
    let isWanted = true;
    fetchCatalogue(language).then(
      (catalogue) => isWanted && setTexts({ of: language, catalogue }),
      () => isWanted && setTexts(null),
    );
    return () => {
      isWanted = false;
    };
  }, [isOwn, language]);
  if (isOwn) return asTheReader;
  if (texts?.of !== language) return inEnglish;
  return (write) => inLanguage(language, texts.catalogue, write);
}
