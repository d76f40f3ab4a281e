/** Cleaning of users' text: trimmed, whole characters, nothing invisible that could mislead. */
import {
  DOMAIN_MAX,
  EMAIL_LOCAL_MAX,
  EMAIL_MAX,
  PHONE_DIGITS_MAX,
  PHONE_DIGITS_MIN,
  CLIENT_KEY_MAX,
} from "./limits";

type TextRule = {
  readonly min: number;
  readonly max: number;
  /** Line breaks and tabs are allowed. */
  readonly multiline?: boolean;
};

/** One character that shows nothing: white space, what has no width, fillers that are drawn blank. */
const BLANK =
  /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff\uffa0]/;
const LINE_BREAKS_AND_TABS = /[\n\r\t\u2028\u2029]/g;
/** Control characters, line breaks of another kind, and the marks that turn the reading direction of what follows. */
const MISLEADING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

const KEY = new RegExp(`^[!-~]{1,${CLIENT_KEY_MAX}}$`);

/** True if a client's idempotency key is visible ASCII, which every header, log and database preserves. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * Blanks around a text that are still taken off it, in UTF-16 units: what a paste from a document brings along. A longer text is
 * refused by its length alone, because normalising, trimming and matching cost more the longer a text is.
 */
const SURROUNDING_BLANKS_MAX = 1_000;

/** Returns true when a text can't have at most `max` characters after trimming; costs the same for every text. */
export function isOverlong(text: string, max: number): boolean {
  return text.length > max + SURROUNDING_BLANKS_MAX;
}

/** Half of a surrogate pair: no text at all, and not storable. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

/** Returns the text without what is blank at either end. It goes character by character: a pattern that looks for the end takes quadratic time on hostile texts. */
export function trimBlank(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Returns the text without a character at its end, however often it stands there. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === character) end -= 1;
  return text.slice(0, end);
}

/** The trimmed text, or undefined when it breaks the rule. Lengths count UTF-16 units, as inputs do. */
export function cleanText(
  text: string,
  { min, max, multiline = false }: TextRule,
): string | undefined {
  if (isOverlong(text, max)) return undefined;
  const trimmed = trimBlank(text);
  if (trimmed.length < min || trimmed.length > max) return undefined;
  const looked = multiline ? trimmed.replaceAll(LINE_BREAKS_AND_TABS, "") : trimmed;
  return MISLEADING.test(looked) || hasLoneSurrogate(trimmed) ? undefined : trimmed;
}

/** Marks (\p{M}) belong to the letters of most Indian scripts: दुकान has them. What shows nothing (\p{C}) would make two addresses look like one. */
const EMAIL =
  /^[^\s@"(),:;<>[\\\]\p{C}/%]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?\.[\p{L}\p{M}\p{N}-]{2,}$/u;

/** Labels of letters, digits and inner hyphens. The last one has a letter: digits alone make an address in numbers, not a domain. */
const ASCII_DOMAIN =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[\d-]*[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Returns the domain as the DNS knows it, in ASCII (`xn--…`), or undefined when there can be no such domain. */
function asciiDomain(domain: string): string | undefined {
  let hostname: string;
  try {
    // Every runtime has a URL, and its hosts follow UTS #46, as those of browsers and mail programs do.
    ({ hostname } = new URL(`http://${domain}`));
  } catch {
    return undefined;
  }
  return hostname.length <= DOMAIN_MAX && ASCII_DOMAIN.test(hostname) ? hostname : undefined;
}

/**
 * Returns the one spelling under which an address is kept and looked for: trimmed, in lower case, é written in one way and the
 * domain in ASCII, because `bücher.example` and `xn--bcher-kva.example` are the same mailbox. Undefined when it is no address.
 */
export function normalEmail(text: string): string | undefined {
  if (isOverlong(text, EMAIL_MAX)) return undefined;
  const trimmed = trimBlank(text).toLowerCase().normalize("NFC");
  const at = trimmed.indexOf("@");
  const local = trimmed.slice(0, at);
  const dotted = local.startsWith(".") || local.endsWith(".") || trimmed.includes("..");
  const fits = trimmed.length <= EMAIL_MAX && local.length <= EMAIL_LOCAL_MAX;
  if (!fits || dotted || !EMAIL.test(trimmed)) return undefined;
  const domain = asciiDomain(trimmed.slice(at + 1));
  const email = `${local}@${domain ?? ""}`;
  return domain !== undefined && email.length <= EMAIL_MAX ? email : undefined;
}

/** Digits with an optional +; spaces, hyphens and brackets go. Undefined when it is no number. */
export function normalPhone(text: string): string | undefined {
  if (isOverlong(text, PHONE_DIGITS_MAX)) return undefined;
  const phone = text.replaceAll(/[\s()-]/g, "");
  const digits = phone.replace(/^\+/, "");
  const fits = digits.length >= PHONE_DIGITS_MIN && digits.length <= PHONE_DIGITS_MAX;
  return fits && /^\d+$/.test(digits) ? phone : undefined;
}

/** Returns the beginning of a text, with at most `max` UTF-16 units and no half of a character. */
export function beginning(text: string, max: number): string {
  const cut = text.slice(0, max);
  return hasLoneSurrogate(cut) ? cut.slice(0, -1) : cut;
}

/** Letters alone, in lower case: "Toys & Games" and "toys and games" are the same. */
export function letters(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("&", "and")
    .replaceAll(/[^\p{L}\p{M}]/gu, "");
}
