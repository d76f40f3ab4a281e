/**
 * Document ids: a table's number, sixteen random bytes and a checksum, in
 * base32. An id says by itself which table it belongs to, so `normalizeId`
 * needs no read, and a mistyped one is noticed without a read.
 */
import { randomFillSync } from "node:crypto";

/** Crockford's alphabet: no i, l, o, u. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_BYTES = 16;
const CHECKSUM_BYTES = 2;
/** The most bytes of a table's number, which has 28 bits, seven in each byte. */
const NUMBER_BYTES_MAX = 4;
/** The most letters of an id, of five bits each. A longer text is no id, and is not looked at. */
const ID_MAX = Math.ceil(((NUMBER_BYTES_MAX + RANDOM_BYTES + CHECKSUM_BYTES) * 8) / 5);
const NO_DIGIT = 0xff;
/** The digits by the code of their letter. */
const DIGIT_OF = new Uint8Array(128).fill(NO_DIGIT);
for (const [digit, letter] of Array.from(ALPHABET).entries())
  DIGIT_OF[letter.charCodeAt(0)] = digit;

export interface DecodedId {
  readonly tableNumber: number;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return bytes;
}

function readVarint(bytes: Uint8Array): { value: number; length: number } | undefined {
  let value = 0;
  for (let at = 0; at < NUMBER_BYTES_MAX; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    value |= (byte & 0x7f) << (7 * at);
    if (byte < 0x80) return { value, length: at + 1 };
  }
  return undefined;
}

/** Fletcher's sum over bytes, as two bytes. */
function checksum(bytes: Uint8Array): [number, number] {
  let low = 0;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 255;
    high = (high + low) % 255;
  }
  return [low, high];
}

function toBase32(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe(Math.ceil((bytes.length * 8) / 5));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text[length] = ALPHABET.charCodeAt((held >>> bits) & 31);
      length += 1;
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) text[length] = ALPHABET.charCodeAt((held << (5 - bits)) & 31);
  return text.toString("latin1");
}

function fromBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array((text.length * 5) >>> 3);
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = DIGIT_OF[text.charCodeAt(at)] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return undefined;
    held = (held << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = held >>> bits;
    length += 1;
    held &= (1 << bits) - 1;
  }
  return held === 0 ? bytes : undefined;
}

/** Asking the system costs as much for one id as for thousands. */
const pool = new Uint8Array(256 * RANDOM_BYTES);
let taken = pool.length;

function freshBytes(): Uint8Array {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += RANDOM_BYTES;
  return pool.subarray(taken - RANDOM_BYTES, taken);
}

export function newId(tableNumber: number): string {
  const number = varint(tableNumber);
  const bytes = new Uint8Array(number.length + RANDOM_BYTES + CHECKSUM_BYTES);
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  body.set(number);
  body.set(freshBytes(), number.length);
  bytes.set(checksum(body), body.length);
  return toBase32(bytes);
}

/** Every row is asked for by its id, and every id in an answer is checked: the same ones over and over. */
const decodedIds = new Map<string, DecodedId>();
const DECODED_MAX = 16_384;

/** Undefined when the text is not an id of any table. */
export function decodeId(text: string): DecodedId | undefined {
  if (text.length > ID_MAX) return undefined;
  let decoded = decodedIds.get(text);
  if (decoded !== undefined) return decoded;
  decoded = decode(text);
  if (decoded === undefined) return undefined;
  if (decodedIds.size === DECODED_MAX) decodedIds.clear();
  decodedIds.set(text, decoded);
  return decoded;
}

function decode(text: string): DecodedId | undefined {
  const bytes = fromBase32(text);
  const head = bytes && readVarint(bytes);
  if (bytes === undefined || head === undefined) return undefined;
  if (bytes.length !== head.length + RANDOM_BYTES + CHECKSUM_BYTES) return undefined;
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const [low, high] = checksum(body);
  const matches = bytes[body.length] === low && bytes[body.length + 1] === high;
  return matches ? { tableNumber: head.value } : undefined;
}
