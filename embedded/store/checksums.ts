/**
 * A checksum beside every value, over its key and itself: what a disk, a cable or a careless program changed is noticed when it is
 * read, instead of being taken for data.
 */
import { crc32 } from "node:zlib";
import type { Key } from "./store";

const CHECKSUM_BYTES = 4;

/** The stored bytes are not those that were written. They are never served. */
export class DamageError extends Error {
  override readonly name = "DamageError";

  constructor(what: string) {
    super(`The data on the disk is damaged: ${what}.`);
  }
}

function computeChecksum(key: Key, value: Uint8Array): number {
  return crc32(value, crc32(key));
}

/** The value as it is stored: with its checksum behind it. */
export function sealed(key: Key, value: Uint8Array): Uint8Array {
  const stored = Buffer.allocUnsafe(value.length + CHECKSUM_BYTES);
  stored.set(value);
  stored.writeUInt32LE(computeChecksum(key, value), value.length);
  return stored;
}

/**
 * The value without its checksum; it shares the bytes of `stored`.
 * @throws DamageError when key and value do not fit each other.
 */
export function unsealed(key: Key, stored: Uint8Array): Uint8Array {
  const length = stored.length - CHECKSUM_BYTES;
  const value = stored.subarray(0, Math.max(length, 0));
  const { buffer, byteOffset, byteLength } = stored;
  if (
    length < 0 ||
    new DataView(buffer, byteOffset, byteLength).getUint32(length, true) !==
      computeChecksum(key, value)
  ) {
    throw new DamageError("an entry does not fit its checksum");
  }
  return value;
}

/** Returns true when an entry fits its checksum: its key, followed by its value as it is stored. */
export function isSealed(entry: Buffer): boolean {
  const end = entry.length - CHECKSUM_BYTES;
  return end >= 0 && crc32(entry.subarray(0, end)) === entry.readUInt32LE(end);
}
