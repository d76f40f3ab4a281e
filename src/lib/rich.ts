/** Texts with links, emphasis and other elements at the places of their values. */
import { createElement, Fragment, type ReactNode } from "react";
import { textParts, type ValuesIn } from "../../domain/language/texts";

/** Returns the text in the reader's language; each value in braces may be an element. */
export function rich<const Text extends string>(
  english: string extends Text ? never : Text,
  ...[values]: ValuesIn<Text, ReactNode>
): ReactNode {
  const parts = textParts<ReactNode>(english, values ?? {});
  return createElement(Fragment, null, ...parts);
}
