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
const SIGN_BIT = 1n << 63n;
const ALL_BITS = (1n << 64n) - 1n;

const utf8 = new TextEncoder();
const scratch = new DataView(new ArrayBuffer(8));

function pushU64(bits: bigint, out: number[]): void {
  scratch.setBigUint64(0, bits);
  for (let at = 0; at < 8; at += 1) out.push(scratch.getUint8(at));
}

/** IEEE bits in numeric order: positive numbers get the sign bit set, negative ones are inverted whole. */
function orderedFloatBits(value: number): bigint {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  return (bits & SIGN_BIT) === 0n ? bits | SIGN_BIT : ~bits & ALL_BITS;
}

function pushEscaped(content: Uint8Array, out: number[]): void {
  for (const byte of content) {
    out.push(byte);
    if (byte === 0) out.push(ESCAPE);
  }
  out.push(END, END);
}

function pushFields(value: Record<string, Value | undefined>, out: number[]): void {
  for (const name of Object.keys(value).sort()) {
    const field = value[name];
    if (field === undefined) continue;
    out.push(TAG.string);
    pushEscaped(utf8.encode(name), out);
    pushValue(field, out);
  }
  out.push(END);
}

function pushValue(value: Value | undefined, out: number[]): void {
  if (value === undefined) out.push(TAG.undefined);
  else if (value === null) out.push(TAG.null);
  else if (typeof value === "bigint") {
    out.push(TAG.bigint);
    pushU64(BigInt.asUintN(64, value) ^ SIGN_BIT, out);
  } else if (typeof value === "number") {
    out.push(TAG.number);
    pushU64(orderedFloatBits(value), out);
  } else if (typeof value === "boolean") out.push(value ? TAG.true : TAG.false);
  else if (typeof value === "string") {
    out.push(TAG.string);
    pushEscaped(utf8.encode(value), out);
  } else if (value instanceof ArrayBuffer) {
    out.push(TAG.bytes);
    pushEscaped(new Uint8Array(value), out);
  } else if (Array.isArray(value)) {
    out.push(TAG.array);
    for (const element of value) pushValue(element, out);
    out.push(END);
  } else {
    out.push(TAG.object);
    pushFields(value as Record<string, Value>, out);
  }
}

/** The bytes of several field values, one after the other. */
export function encodeValues(values: readonly (Value | undefined)[]): Uint8Array {
  const out: number[] = [];
  for (const value of values) pushValue(value, out);
  return Uint8Array.from(out);
}

/** Negative, zero or positive, in Convex's order. */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  return Buffer.compare(encodeValues([a]), encodeValues([b]));
}

/** Longest run of a key that is stored as it is; the store takes 1,978 bytes and the index adds a prefix. */
export const LONGEST_EXACT_KEY = 1_800;

/**
 * What the store keeps for a key: itself, or, when it is too long, its first
 * bytes and a hash of the whole. Cut keys with the same beginning stand in no
 * particular order, so whoever walks them sorts by the documents' full keys.
 */
export function storedKey(full: Uint8Array): Uint8Array {
  if (full.length <= LONGEST_EXACT_KEY) return full;
  const hash = createHash("sha256").update(full).digest();
  return concatBytes(full.subarray(0, LONGEST_EXACT_KEY), hash);
}

/** True for what {@link storedKey} made out of a longer key. */
export function isCut(stored: Uint8Array): boolean {
  return stored.length > LONGEST_EXACT_KEY;
}

/** The part of a key that a cut one still has. */
export function keptPart(key: Uint8Array): Uint8Array {
  return key.length > LONGEST_EXACT_KEY ? key.subarray(0, LONGEST_EXACT_KEY) : key;
}

/** Where stored keys begin whose full keys are not below `from`; a few before it may be among them. */
export function storedStart(from: Uint8Array): Uint8Array {
  return keptPart(from);
}

/** Where stored keys end whose full keys are below `to`; undefined: nowhere. A few behind it may be among them. */
export function storedEnd(to: Uint8Array): Uint8Array | undefined {
  return to.length > LONGEST_EXACT_KEY ? afterPrefix(keptPart(to)) : to;
}
