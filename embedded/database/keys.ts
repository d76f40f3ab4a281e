/**
 * Convex's order of values, as bytes: comparing two encodings byte by byte gives
 * undefined < null < bigint < number < boolean < string < bytes < array < object,
 * and within each kind the order that Convex documents. Every encoding says
 * where it ends, so the encodings of several fields one after the other are the
 * key of an index, and the fields in front are a prefix of it.
 */
import { createHash } from "node:crypto";
import type { Value } from "convex/values";
import { afterPrefix, concatBytes } from "../store/bytes";

const TAG = {
  undefined: 0x01,
  null: 0x02,
  bigint: 0x03,
  number: 0x04,
  false: 0x05,
  true: 0x06,
  string: 0x07,
  bytes: 0x08,
  array: 0x09,
  object: 0x0a,
} as const;

/** Ends strings, bytes, arrays and objects; below every tag, so that a prefix sorts first. */
const END = 0x00;
/** Follows a zero byte that is content, not an end. */
const ESCAPE = 0xff;
const SIGN_BIT = 0x8000_0000;
const INT64_SIGN = 1n << 63n;

/** A buffer for the key being encoded, so that a key is allocated once, when its length is known. */
let bytes = new Uint8Array(1 << 10);
let view = new DataView(bytes.buffer);
let length = 0;
const utf8 = new TextEncoder();

function makeRoom(more: number): void {
  if (length + more <= bytes.length) return;
  const larger = new Uint8Array(2 * (length + more));
  larger.set(bytes.subarray(0, length));
  bytes = larger;
  view = new DataView(larger.buffer);
}

function pushByte(byte: number): void {
  makeRoom(1);
  bytes[length] = byte;
  length += 1;
}

function pushInt64(value: bigint): void {
  makeRoom(8);
  view.setBigUint64(length, BigInt.asUintN(64, value) ^ INT64_SIGN);
  length += 8;
}

/** IEEE bits in numeric order: positive numbers get the sign bit set, negative ones are inverted whole. */
function pushNumber(value: number): void {
  makeRoom(8);
  view.setFloat64(length, value);
  const high = view.getUint32(length);
  if (high < SIGN_BIT) view.setUint32(length, (high | SIGN_BIT) >>> 0);
  else {
    view.setUint32(length, ~high >>> 0);
    view.setUint32(length + 4, ~view.getUint32(length + 4) >>> 0);
  }
  length += 8;
}

function pushEscaped(content: Uint8Array): void {
  // If every byte is a zero.
  makeRoom(2 * content.length + 2);
  for (const byte of content) {
    bytes[length] = byte;
    length += 1;
    if (byte === 0) pushByte(ESCAPE);
  }
  pushByte(END);
  pushByte(END);
}

/** As UTF-8; most of it is ASCII, which is that already. */
function pushText(text: string): void {
  makeRoom(text.length + 2);
  const from = length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0 || code > 0x7f) {
      length = from;
      pushEscaped(utf8.encode(text));
      return;
    }
    bytes[length] = code;
    length += 1;
  }
  pushByte(END);
  pushByte(END);
}

function pushFields(value: Record<string, Value | undefined>): void {
  for (const name of Object.keys(value).sort()) {
    const field = value[name];
    if (field === undefined) continue;
    pushByte(TAG.string);
    pushText(name);
    pushValue(field);
  }
  pushByte(END);
}

function pushValue(value: Value | undefined): void {
  if (value === undefined) pushByte(TAG.undefined);
  else if (value === null) pushByte(TAG.null);
  else if (typeof value === "bigint") {
    pushByte(TAG.bigint);
    pushInt64(value);
  } else if (typeof value === "number") {
    pushByte(TAG.number);
    pushNumber(value);
  } else if (typeof value === "boolean") pushByte(value ? TAG.true : TAG.false);
  else if (typeof value === "string") {
    pushByte(TAG.string);
    pushText(value);
  } else if (value instanceof ArrayBuffer) {
    pushByte(TAG.bytes);
    pushEscaped(new Uint8Array(value));
  } else if (Array.isArray(value)) {
    pushByte(TAG.array);
    for (const element of value) pushValue(element);
    pushByte(END);
  } else {
    pushByte(TAG.object);
    pushFields(value as Record<string, Value>);
  }
}

/** The bytes of several field values, one after the other. */
export function encodeValues(values: readonly (Value | undefined)[]): Uint8Array {
  length = 0;
  for (const value of values) pushValue(value);
  return bytes.slice(0, length);
}

/** Negative, zero or positive, in Convex's order. */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  return Buffer.compare(encodeValues([a]), encodeValues([b]));
}

/** Longest run of a key that is stored as it is; the store takes 1,978 bytes and the index adds a prefix. */
const EXACT_KEY_MAX = 1_800;

/**
 * Returns the stored form of a key: the key itself or, when it is too long, its first bytes and a hash of the whole. Cut
 * keys with the same beginning are in no particular order, so readers sort them by the documents' full keys.
 */
export function storedKey(full: Uint8Array): Uint8Array {
  if (full.length <= EXACT_KEY_MAX) return full;
  const hash = createHash("sha256").update(full).digest();
  return concatBytes(full.subarray(0, EXACT_KEY_MAX), hash);
}

/** True for what {@link storedKey} made out of a longer key. */
export function isCut(stored: Uint8Array): boolean {
  return stored.length > EXACT_KEY_MAX;
}

/** The part of a key that a cut one still has. */
export function uncutPart(key: Uint8Array): Uint8Array {
  return key.length > EXACT_KEY_MAX ? key.subarray(0, EXACT_KEY_MAX) : key;
}

/** Returns the start of the stored keys whose full keys are not below `from`; it may include a few before it. */
export function storedStart(from: Uint8Array): Uint8Array {
  return uncutPart(from);
}

/**
 * Returns the end of the stored keys whose full keys are below `to`, or undefined for none. It may include a few behind it.
 */
export function storedEnd(to: Uint8Array): Uint8Array | undefined {
  return to.length > EXACT_KEY_MAX ? afterPrefix(uncutPart(to)) : to;
}
