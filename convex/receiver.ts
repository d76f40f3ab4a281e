/** Texts for somebody else than the caller: mails and notifications are in the language of whoever gets them. */
import { catalogueOf, inLanguage } from "../domain/language/texts";
import { SHARED_TEXTS } from "../languages/shared";
import type { Doc } from "./_generated/dataModel";

/** Returns what `write` returns, written in the language of its receiver. */
export function writeFor<Written>(
  { language = "en" }: Pick<Doc<"users">, "language">,
  write: () => Written extends Promise<unknown> ? never : Written,
): Written {
  return inLanguage(language, catalogueOf(SHARED_TEXTS[language]), write);
}
