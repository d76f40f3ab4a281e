/** `atob` and `TextDecoder` where Node's own differ from those of Convex's runtime. */

const BASE64 = /^(?:[\d+/A-Za-z]{4})*(?:[\d+/A-Za-z]{2}={0,2}|[\d+/A-Za-z]{3}=?)?$/;
const ASCII_WHITESPACE = /[\t\n\f\r ]+/g;

/** Allows padding that is too short, which Node does not, and rejects padding that is too long, which Node's does not. */
export function scopedAtob(encoded: unknown): string {
  const text = String(encoded).replace(ASCII_WHITESPACE, "");
  if (BASE64.test(text)) return atob(text.replace(/=+$/, ""));
  throw new DOMException(
    "Failed to execute 'atob': The string to be decoded is not correctly encoded.",
    "InvalidCharacterError",
  );
}

/** The letters of windows-1252, which "ascii" and "latin1" are labels of, from 0x80 on; five bytes mean nothing there. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const FIRST = 0x80;

/** Versions of Node decode windows-1252 as if it were ISO-8859-1. */
export class ScopedTextDecoder extends TextDecoder {
  constructor(label = "utf-8", options: TextDecoderOptions = {}) {
    try {
      super(label, options);
    } catch {
      throw new RangeError(`The encoding label provided ('${label}') is invalid.`);
    }
  }

  override decode(...args: Parameters<TextDecoder["decode"]>): string {
    const text = super.decode(...args);
    if (this.encoding !== "windows-1252") return text;
    return text.replace(/[\u0080-\u009f]/g, (c) => WINDOWS_1252.charAt(c.charCodeAt(0) - FIRST));
  }
}
