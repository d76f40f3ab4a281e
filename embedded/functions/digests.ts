/** Digests of short texts, as tokens and keys are: computed at once, because to hand them to another thread costs ten times as much. */
import { hash } from "node:crypto";

const ALGORITHMS: Readonly<Record<string, string>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
};

/** The most bytes that are digested in one piece: they take less than a tenth of a millisecond. */
const LENGTH_AT_ONCE_MAX = 16 * 1_024;

/** Undefined for what `crypto.subtle` shall decide: long data, and whatever it might refuse. */
export function digestAtOnce(algorithm: unknown, data: unknown): ArrayBuffer | undefined {
  const name = typeof algorithm === "string" ? ALGORITHMS[algorithm] : undefined;
  if (name === undefined || !(data instanceof Uint8Array)) return undefined;
  if (data.length > LENGTH_AT_ONCE_MAX || data.buffer instanceof SharedArrayBuffer)
    return undefined;
  return new Uint8Array(hash(name, data, "buffer")).buffer;
}
