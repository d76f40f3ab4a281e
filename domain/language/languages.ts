/** The languages of Mandi's own texts. Names are each in its own language and script; none has a flag. */
export const LANGUAGES = ["en", "hi", "mr", "gu", "bn", "ta", "te"] as const;

/** A code of BCP 47. */
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES = {
  en: "English",
  hi: "हिन्दी",
  mr: "मराठी",
  gu: "ગુજરાતી",
  bn: "বাংলা",
  ta: "தமிழ்",
  te: "తెలుగు",
} as const satisfies Record<Language, string>;

/** Those with every text; the others have those of a retailer's day. */
const COMPLETE: readonly Language[] = ["en", "hi"];

export function isComplete(language: Language): boolean {
  return COMPLETE.includes(language);
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}
