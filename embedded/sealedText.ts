/**
 * Texts that clients keep for this server and bring back: cursors and journals. Nobody else can read, make or change them, and each
 * opens only in the context that it was closed for. The same content in the same context is the same text every time, because
 * answers are compared to find out whether they changed.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import { RecentMap } from "./recentMap";
import { asLatin1 } from "./store/bytes";

export interface Sealing {
  /** Returns text that `open` accepts in the same context. */
  close(context: Uint8Array, content: Uint8Array): string;
  /** Returns the content, or undefined when this key did not close the text in this context. */
  open(context: Uint8Array, text: string): Uint8Array | undefined;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
/** GCM's own sizes (NIST SP 800-38D): other nonces cost another hash, shorter tags are easier to guess. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The most texts that are kept: many callers read the same pages, and to seal a cursor takes as long as to read some rows. */
const KEPT_MAX = 2_048;
/** Longer ones are sealed anew, so that all that are kept together take about a megabyte. */
const KEPT_BYTES_MAX = 256;

/** Returns what stands for the parts in a context: their order and their ends count. */
export function encodeContext(...parts: readonly string[]): Uint8Array {
  return hash("sha256", JSON.stringify(parts), "buffer");
}

/** Seals with keys derived from a secret; texts of one purpose don't open for another. */
export class TextSealing implements Sealing {
  /** No bytes: Node 24 takes some times as long to seal with them. */
  readonly #cipherKey: KeyObject;
  readonly #nonceKey: KeyObject;
  /** Closed texts by context and content. */
  readonly #closed = new RecentMap<string, string>(KEPT_MAX);

  constructor(secret: Uint8Array, purpose: string) {
    const keys = new Uint8Array(hkdfSync("sha256", secret, "", purpose, 2 * KEY_BYTES));
    this.#cipherKey = createSecretKey(keys.subarray(0, KEY_BYTES));
    this.#nonceKey = createSecretKey(keys.subarray(KEY_BYTES));
  }

  close(context: Uint8Array, content: Uint8Array): string {
    if (context.length + content.length > KEPT_BYTES_MAX) return this.#seal(context, content);
    const name = `${context.length} ${asLatin1(context)}${asLatin1(content)}`;
    const kept = this.#closed.get(name);
    if (kept !== undefined) return kept;
    const text = this.#seal(context, content);
    this.#closed.set(name, text);
    return text;
  }

  #seal(context: Uint8Array, content: Uint8Array): string {
    // Another content has another nonce, which GCM can't do without.
    const nonce = createHmac("sha256", this.#nonceKey)
      .update(context)
      .update(content)
      .digest()
      .subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#cipherKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(context);
    const hidden = [cipher.update(content), cipher.final()];
    return Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString("base64url");
  }

  open(context: Uint8Array, text: string): Uint8Array | undefined {
    const bytes = Buffer.from(text, "base64url");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    // Node reads over what is no base64; a text stands for itself alone.
    if (bytes.toString("base64url") !== text) return undefined;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#cipherKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(context);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([content, decipher.final()]);
    } catch {
      return undefined;
    }
  }
}
