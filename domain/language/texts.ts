/**
 * Each text for people, in the language of whoever reads it. English is the key: `t("Place order")` is the text itself where no
 * catalogue has it. The app sets its reader's language once, before its modules run; a server writes for one receiver at a time,
 * with `inLanguage`.
 */
import { formatToParts } from "./messageFormat";
import type { Language } from "./languages";

/** Returns the translation of an English text, undefined where there is none. */
export type Catalogue = (english: string) => string | undefined;

declare const IS_MESSAGE: unique symbol;

/** A text of a table that is written when it is read, with `t`. It is an English string that no type takes for one. */
export type Message = { readonly [IS_MESSAGE]: true };

/** The names in braces of a text: "{count, plural, one {# line} other {# lines}} of {name}" → "count" | "name". */
type NamesIn<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? NameAt<Inner> | NamesIn<Rest>
  : never;

/** A branch, which has blanks or a number, is no name. */
type NameAt<Inner extends string> =
  Inner extends `${infer Name}, ${"plural" | "select"}, ${infer Branch}`
    ? NameOnly<Name> | NameInBranch<Branch>
    : Inner extends `${string}{${infer Nested}`
      ? NameAt<Nested>
      : NameOnly<Inner>;

type NameInBranch<Branch extends string> = Branch extends `${string}{${infer Nested}`
  ? NameAt<Nested>
  : never;

type NameOnly<Name extends string> = Name extends "" | `${string}${" " | "#" | "." | ","}${string}`
  ? never
  : Name;

export type ValuesIn<Text extends string, Value> = [NamesIn<Text>] extends [never]
  ? []
  : [values: { readonly [Name in NamesIn<Text>]: Value }];

let language: Language = "en";
let catalogue: Catalogue = () => undefined;

/** The language of what `t` returns. */
export function currentLanguage(): Language {
  return language;
}

/** Sets the language of all that follows: an app has one reader. */
export function setLanguage(next: Language, texts: Catalogue): void {
  language = next;
  catalogue = texts;
}

/** Returns what `write` returns, written for a reader of another language. It may not wait: another call could run meanwhile. */
export function inLanguage<Written>(
  next: Language,
  texts: Catalogue,
  write: () => Written extends Promise<unknown> ? never : Written,
): Written {
  const before = { language, catalogue };
  setLanguage(next, texts);
  try {
    return write();
  } finally {
    setLanguage(before.language, before.catalogue);
  }
}

/** Marks a text of a table: `t` writes it. */
export function msg(english: string): Message {
  return english as unknown as Message;
}

/** Returns the text in parts, for values that are not strings; without a translation in English, by its grammar. */
export function textParts<Value>(
  english: string,
  values: Readonly<Record<string, Value>>,
): (string | Value)[] {
  const translated = catalogue(english);
  return formatToParts(translated ?? english, values, translated === undefined ? "en" : language);
}

export function t(message: Message): string;
export function t<const Text extends string>(
  english: string extends Text ? never : Text,
  ...values: ValuesIn<Text, string | number>
): string;
/** Returns the text in the reader's language, with the values at their places. */
export function t(english: string | Message, values?: Readonly<Record<string, string | number>>) {
  const text = english as string;
  if (values === undefined) return catalogue(text) ?? text;
  return textParts(text, values).join("");
}
