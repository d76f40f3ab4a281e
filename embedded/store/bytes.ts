/** Byte strings in the one order that every index relies on. */

/** The number of bytes compared in JavaScript before a native call, which costs as much as forty of them, pays off. */
const COMPARED_HERE = 48;

/** Unsigned, shorter first: negative, zero or positive as for `Array.sort`. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length, COMPARED_HERE);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length < COMPARED_HERE ? a.length - b.length : Buffer.compare(a, b);
}

/** The first key after every key that starts with `prefix`; undefined when there is none (all bytes 0xff). */
export function afterPrefix(prefix: Uint8Array): Uint8Array | undefined {
  for (let at = prefix.length - 1; at >= 0; at -= 1) {
    const byte = prefix[at] ?? 0;
    if (byte === 0xff) continue;
    // A copy: a Buffer's own slice would share the bytes.
    const next = Uint8Array.prototype.slice.call(prefix, 0, at + 1);
    next[at] = byte + 1;
    return next;
  }
  return undefined;
}

/** A key of a Map: equal for equal bytes, one character for each. */
export function asLatin1(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("latin1");
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
