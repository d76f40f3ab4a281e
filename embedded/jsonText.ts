/**
 * JSON as strangers send it. It is looked through before it is parsed: parsing, and whatever is done with the value then, has
 * the thread for as long as the value has parts, and a megabyte of text can be 350,000 of them or one.
 */

/** Convex's own parser takes as many. */
const LEVELS_MAX = 128;
/**
 * A comma is one part, an opening bracket two, a field's colon three: by about what they cost. On one processor of a small server
 * the worst of what passes is parsed, checked and written again within 300 ms.
 */
const PARTS_MAX = 250_000;
const BRACKET_PARTS = 2;
const COLON_PARTS = 3;

/** Shorter texts are parsed at once: queueing would cost more. */
export const LARGE_JSON_BYTES = 64 * 1_024;

/** The text is more than is parsed, whatever it says. */
export class TooMuchJsonError extends Error {}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Returns the place behind the string that begins before `at`. */
function endOfString(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    end += 1;
    if (code === QUOTE) break;
    if (code === BACKSLASH) end += 1;
  }
  return end;
}

/** @throws TooMuchJsonError */
function requireModestText(text: string): void {
  let levels = 0;
  let parts = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    at += 1;
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) levels -= 1;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      levels += 1;
      parts += BRACKET_PARTS;
      if (levels > LEVELS_MAX) throw new TooMuchJsonError(`JSON has at most ${LEVELS_MAX} levels.`);
    } else if (code === COMMA) parts += 1;
    else if (code === COLON) parts += COLON_PARTS;
    if (parts > PARTS_MAX) throw new TooMuchJsonError("The JSON has too many values and fields.");
  }
}

/**
 * Parses JSON from outside.
 * @throws TooMuchJsonError when it is nested too deeply or has too many parts, SyntaxError when it is no JSON.
 */
export function parseForeignJson(text: string): unknown {
  requireModestText(text);
  return JSON.parse(text);
}
