/** Web APIs whose errors have other names or words in Convex's runtime than in Node, and what that runtime refuses. */

/** By what Node calls them; the operation and the algorithm decide where one name says little. */
interface Rule {
  readonly method?: string;
  readonly algorithm?: string;
  readonly error: string;
  readonly message?: RegExp;
  /** In their place. */
  readonly as: { readonly name?: string; readonly message?: string };
}

const CRYPTO_ERRORS: readonly Rule[] = [
  { error: "InvalidAccessException", as: { name: "InvalidAccessError" } },
  {
    error: "NotSupportedError",
    message: /^Unrecognized algorithm/,
    as: { message: "Unrecognized or invalid algorithm" },
  },
  {
    algorithm: "aes-ctr",
    error: "OperationError",
    message: /length must be/,
    as: { message: "invalid counter length" },
  },
  { algorithm: "aes-ctr", error: "OperationError", as: { message: "too much data" } },
  {
    method: "importKey",
    error: "DataError",
    message: /^Invalid key type/,
    as: { message: "algorithm is not rsaEncryption" },
  },
  {
    method: "decrypt",
    algorithm: "aes-gcm",
    error: "OperationError",
    message: /operation-specific/,
    as: { message: "Decryption failed" },
  },
  {
    method: "decrypt",
    algorithm: "rsa-oaep",
    error: "OperationError",
    as: { message: "OAEP decryption failed" },
  },
  {
    method: "encrypt",
    algorithm: "rsa-oaep",
    error: "OperationError",
    as: { message: "OAEP encryption failed" },
  },
];

export function algorithmName(algorithm: unknown): string {
  const name: unknown =
    typeof algorithm === "object" && algorithm !== null
      ? Reflect.get(algorithm, "name")
      : algorithm;
  return typeof name === "string" ? name.toLowerCase() : "";
}

/** @throws DOMException for what Convex's runtime does not support of an algorithm. */
export function requireSupported(algorithm: unknown): void {
  if (algorithmName(algorithm) !== "aes-gcm") return;
  const { tagLength = 128 } = algorithm as { readonly tagLength?: unknown };
  if (tagLength !== 128) throw new DOMException("tag length must be 128 bits", "NotSupportedError");
}

/** The error with which an operation of `crypto.subtle` rejects. */
export function cryptoError(method: string, algorithm: unknown, error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  const name = algorithmName(algorithm);
  const rule = CRYPTO_ERRORS.find(
    (each) =>
      each.error === error.name &&
      (each.method ?? method) === method &&
      (each.algorithm ?? name) === name &&
      (each.message ?? /^/).test(error.message),
  );
  if (rule === undefined) return error;
  return new DOMException(rule.as.message ?? error.message, rule.as.name ?? error.name);
}

const ASYMMETRIC_FORMATS: readonly unknown[] = ["spki", "pkcs8"];

/** Versions of Node call a format that no key of the algorithm has an invalid access. */
function isUnknownFormat(format: unknown, { algorithm }: CryptoKey): boolean {
  if (format === "raw") return algorithm.name.startsWith("RSA");
  return ASYMMETRIC_FORMATS.includes(format) && /^(?:HMAC|AES)/.test(algorithm.name);
}

/** `exportKey`, with the name of the algorithm also in the JWKs of Ed25519, and the errors of the specification. */
export async function scopedExport(format: KeyFormat, key: CryptoKey): Promise<unknown> {
  try {
    const exported: unknown = await crypto.subtle.exportKey(format as "jwk", key);
    return format === "jwk" && key.algorithm.name === "Ed25519"
      ? { ...(exported as JsonWebKey), alg: "Ed25519" }
      : exported;
  } catch (error) {
    if (!(error instanceof DOMException) || !key.extractable || !isUnknownFormat(format, key))
      throw cryptoError("exportKey", key.algorithm, error);
    throw new DOMException(`${key.algorithm.name} has no ${format}`, "NotSupportedError");
  }
}

export function scopedRandomValues<T extends ArrayBufferView<ArrayBuffer>>(into: T): T {
  if (into instanceof Float32Array || into instanceof Float64Array)
    throw new DOMException("The array is not an integer array type", "TypeMismatchError");
  return crypto.getRandomValues(into);
}

export const ScopedURL = new Proxy(URL, {
  construct(target, args: ConstructorParameters<typeof URL>, newTarget) {
    try {
      return Reflect.construct(target, args, newTarget) as URL;
    } catch {
      const [address, base = address] = args;
      throw new TypeError(`Invalid URL: '${String(URL.canParse(base) ? address : base)}'`);
    }
  },
});

/** @throws Error when something shall be transferred, which Convex's runtime does not know. */
export function scopedClone<T>(value: T, options?: StructuredSerializeOptions): T {
  if (options !== undefined) throw new Error("structuredClone with transfer not supported");
  try {
    return structuredClone(value);
  } catch {
    throw new DOMException("could not deserialize value", "DataCloneError");
  }
}
