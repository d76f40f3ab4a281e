/** Texts with links, emphasis and other elements at the places of their values, and lists of texts. */
import { createElement, Fragment, type ReactNode } from "react";
import { currentLanguage, textParts, type ValuesIn } from "../../domain/language/texts";

/** Returns the text in the reader's language; each value in braces may be an element. */
export function rich<const Text extends string>(
  english: string extends Text ? never : Text,
  ...[values]: ValuesIn<Text, ReactNode>
): ReactNode {
  const parts = textParts<ReactNode>(english, values ?? {});
  return createElement(Fragment, null, ...parts);
}

/** Returns, for example, "Rice, Oil and Salt". */
export function listText(parts: readonly string[]): string {
  const language = currentLanguage();
  return new Intl.ListFormat(language === "en" ? "en-IN" : language).format(parts);
}
