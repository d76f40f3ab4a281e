/** Texts of files: UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252, which old spreadsheets write. */

/** Characters of three bytes in UTF-8, such as ₹ and Indian letters: no text in Windows-1252 has those bytes by chance. */
const ONLY_UTF_8 = /[\u0800-\ufffc]/;

const ENCODING_SAMPLE = 1_000;

/** Returns true where every second byte of the beginning is 0, as in UTF-16 of Latin letters. */
function isHalfZero(bytes: Uint8Array, offset: 0 | 1): boolean {
  const sample = bytes.subarray(0, ENCODING_SAMPLE);
  let zeros = 0;
  for (let at = offset; at < sample.length; at += 2) if (sample[at] === 0) zeros += 1;
  return sample.length >= 4 && zeros > sample.length * 0.3;
}

function encodingOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (isHalfZero(bytes, 1)) return "utf-16le";
  return isHalfZero(bytes, 0) ? "utf-16be" : null;
}

/** Returns the text without its byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Some bytes of another encoding become replacement characters: their cells are refused, and the others are read.
    const text = new TextDecoder().decode(bytes);
    return ONLY_UTF_8.test(text) ? text : new TextDecoder("windows-1252").decode(bytes);
  }
}
