/**
 * Each text for people, in the language of whoever reads it. English is the key: `t("Place order")` is the text itself where no
 * catalogue has it. The app sets its reader's language once, before its modules run; a server writes for one receiver at a time,
 * with `inLanguage`.
 */
import { formatToParts } from "./messageFormat";
import type { Language } from "./languages";

/** Returns the translation of an English text, undefined where there is none. */
export type Catalogue = (english: string) => string | undefined;

/** Returns the catalogue of translations by their English. Texts that a server sends are looked up as well: none finds what every object has. */
export function catalogueOf(...parts: readonly Readonly<Record<string, string>>[]): Catalogue {
  return (english) => parts.find((part) => Object.hasOwn(part, english))?.[english];
}

declare const IS_MESSAGE: unique symbol;

/** A text of a table that is written when it is read, with `t`. It is an English string, or one with values, that no type takes for one. */
export type Message = { readonly [IS_MESSAGE]: true };

type Values = Readonly<Record<string, string | number>>;
type WithValues = { readonly english: string; readonly values: Values };

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
  : [values: Readonly<Record<NamesIn<Text>, Value>>];

const NO_TEXTS: Catalogue = () => undefined;

let language: Language = "en";
let catalogue: Catalogue = NO_TEXTS;

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

/** Returns what `write` returns, written in English: what programs read, and what is stored, has no other language. */
export function inEnglish<Written>(
  write: () => Written extends Promise<unknown> ? never : Written,
): Written {
  return inLanguage("en", NO_TEXTS, write);
}

/** Marks a text of a table, with its values if it has places for them: `t` writes it. */
export function msg<const Text extends string>(
  english: Text,
  ...[values]: ValuesIn<Text, string | number>
): Message {
  return (values === undefined ? english : { english, values }) as unknown as Message;
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
export function t(text: string | Message, given?: Values) {
  const { english, values } =
    typeof text === "object" ? (text as unknown as WithValues) : { english: text, values: given };
  if (values === undefined) return catalogue(english) ?? english;
  return textParts(english, values).join("");
}
