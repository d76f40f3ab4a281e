/** Fields of one text. Forms whose fields are texts alone read this file without `kinds.ts`, which has all other kinds. */
import { cleanText, trimBlank } from "../text";
import { type Message, msg, t } from "../language/texts";

export type FieldBase = {
  readonly label: Message;
  /** The name in REST, and of the form's control. */
  readonly rest: string;
  /** The sentence that asks for the value. */
  readonly request?: Message;
  /** Stands in a choice before anything is chosen. */
  readonly prompt?: Message;
  readonly hint?: Message;
  /** A form says this of a wrong value, in place of the kind's own reasons. */
  readonly formReason?: Message;
  /** Attributes of the form's control. */
  readonly control?: {
    readonly type?: "email" | "tel";
    /** The default is "off". */
    readonly autoComplete?: string;
    readonly inputMode?: "numeric";
    readonly autoCapitalize?: "characters";
  };
  /** Forms and imports have this value where none is stored. A field without it is one that every row has. */
  readonly absent?: string | number | boolean | readonly [];
  /** The code of `domain/errors.ts` with which a command refuses a text, where fields of a table have codes of their own. */
  readonly error?: string;
};

export type TextKind = {
  readonly kind: "text";
  readonly max: number;
  readonly isMultiline?: true;
  /** A number of somebody's own, which spreadsheets take for a figure or a date. */
  readonly isIdentifier?: true;
  /** Returns the spelling that is stored, or undefined. By default a text is trimmed. */
  readonly normalize?: (text: string, max: number) => string | undefined;
};

export type TextField = TextKind & FieldBase;

/** A form and a file differ: a form's figures are digits alone, and what a spreadsheet may have changed is refused with its reason. */
export type Source = "form" | "file";

export function plainCharacters(max: number): Message {
  return msg("Please use at most {max} plain characters.", { max });
}

/** Returns a text as it is stored; undefined if it is not a value of the field. */
export function checkText(field: TextField, text: string): string | undefined {
  const { max, isMultiline: multiline = false, absent, normalize } = field;
  if (normalize === undefined)
    return cleanText(text, { min: absent === undefined ? 1 : 0, max, multiline });
  return absent === "" && trimBlank(text) === "" ? "" : normalize(text, max);
}

/** Returns the sentence that asks for the value. */
export function requestFor({ request, label }: FieldBase): string {
  return request === undefined ? t("Please enter {field}.", { field: t(label) }) : t(request);
}

/** Returns the reason why a text is not a value of the field. */
export function textReason(field: TextField, text: string, source: Source): string {
  const { max, formReason, normalize } = field;
  if (source === "form" && formReason !== undefined) return t(formReason);
  if (normalize !== undefined) return requestFor(field);
  return text.length > max
    ? t("Please use at most {max} characters.", { max: max.toLocaleString("en-IN") })
    : t("Please use plain letters and signs only.");
}

/** Returns the error text of a form's field, or null. */
export function textProblem(field: TextField, input: string): string | null {
  const text = trimBlank(input);
  if (text === "") return field.absent === undefined ? requestFor(field) : null;
  return checkText(field, input) === undefined ? textReason(field, text, "form") : null;
}
