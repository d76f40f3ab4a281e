/** What text people may send: trimmed, whole characters, nothing invisible that could mislead. */
import {
  EMAIL_LOCAL_MAX,
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_DIGITS_MAX,
  PHONE_DIGITS_MIN,
} from "./limits";

type TextRule = {
  readonly min: number;
  readonly max: number;
  /** Line breaks and tabs are allowed. */
  readonly multiline?: boolean;
};

/** White space and zero-width characters at either end. */
const EDGES = /^[\s\u200b-\u200d\u2060\ufeff]+|[\s\u200b-\u200d\u2060\ufeff]+$/gu;
const LINE_BREAKS_AND_TABS = /[\n\r\t]/g;
/** Control characters, and the marks that turn the reading direction of what follows. */
const MISLEADING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Half of a surrogate pair: no text at all, and not storable. */
function hasLoneSurrogate(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

/** The trimmed text, or undefined when it breaks the rule. Lengths count UTF-16 units, as inputs do. */
export function cleanText(
  text: string,
  { min, max, multiline = false }: TextRule,
): string | undefined {
  const trimmed = text.replaceAll(EDGES, "");
  const looked = multiline ? trimmed.replaceAll(LINE_BREAKS_AND_TABS, "") : trimmed;
  if (trimmed.length < min || trimmed.length > max) return undefined;
  return MISLEADING.test(looked) || hasLoneSurrogate(trimmed) ? undefined : trimmed;
}

/** Marks (\p{M}) belong to the letters of most Indian scripts: दुकान has them. */
const EMAIL =
  /^[^\s@"(),:;<>[\\\]\p{Cc}/%]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?\.[\p{L}\p{M}\p{N}-]{2,}$/u;

/** One account per mailbox: trimmed and in lower case. Undefined when it is no address. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  const local = email.slice(0, email.indexOf("@"));
  const fits = email.length <= EMAIL_MAX && local.length <= EMAIL_LOCAL_MAX;
  const dotted = local.startsWith(".") || local.endsWith(".") || email.includes("..");
  return fits && !dotted && EMAIL.test(email) ? email : undefined;
}

/** Digits with an optional +; spaces, hyphens and brackets go. Undefined when it is no number. */
export function normalPhone(text: string): string | undefined {
  const phone = text.replaceAll(/[\s()-]/g, "");
  const digits = phone.replace(/^\+/, "");
  const fits = digits.length >= PHONE_DIGITS_MIN && digits.length <= PHONE_DIGITS_MAX;
  return fits && /^\d+$/.test(digits) ? phone : undefined;
}

/** Kept exactly as typed. Undefined when it is too short, too long, or not storable. */
export function acceptablePassword(text: string): string | undefined {
  const fits = text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX;
  return fits && !text.includes("\0") && !hasLoneSurrogate(text) ? text : undefined;
}
