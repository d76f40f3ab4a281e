/** Web APIs whose errors have other names or words in Convex's runtime than in Node, and what that runtime refuses. */

/** The rules by Node's names of errors; the operation and the algorithm decide where one name says little. */
interface Rule {
  readonly methods?: readonly string[];
  readonly algorithm?: string;
  readonly error: string;
  readonly message?: RegExp;
  /** The name and message in their place. */
  readonly as: { readonly name?: string; readonly message?: string };
}

const CRYPTO_ERRORS: readonly Rule[] = [
  { error: "InvalidAccessException", as: { name: "InvalidAccessError" } },
  {
    methods: ["encrypt", "decrypt", "sign", "verify", "deriveBits"],
    error: "NotSupportedError",
    message: /^Unrecognized algorithm/,
    as: { name: "InvalidAccessError", message: "invalid algorithm for key" },
  },
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
    methods: ["importKey"],
    error: "DataError",
    message: /^Invalid key type/,
    as: { message: "algorithm is not rsaEncryption" },
  },
  {
    methods: ["decrypt"],
    algorithm: "aes-gcm",
    error: "OperationError",
    message: /operation-specific/,
    as: { message: "Decryption failed" },
  },
  {
    methods: ["decrypt"],
    algorithm: "rsa-oaep",
    error: "OperationError",
    as: { message: "OAEP decryption failed" },
  },
  {
    methods: ["encrypt"],
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
      each.methods?.includes(method) !== false &&
      (each.algorithm ?? name) === name &&
      (each.message ?? /^/).test(error.message),
  );
  if (rule === undefined) return error;
  return new DOMException(rule.as.message ?? error.message, rule.as.name ?? error.name);
}

/** The tag at the end of a text that AES-GCM encrypted. */
const TAG_BYTES = 16;

/** @throws DOMException when the text has no room for a tag, which versions of Node tell from a wrong one, and others do not. */
export function requireTag(algorithm: unknown, data: unknown): void {
  if (algorithmName(algorithm) !== "aes-gcm") return;
  const isBytes = data instanceof ArrayBuffer || ArrayBuffer.isView(data);
  if (isBytes && data.byteLength < TAG_BYTES)
    throw new DOMException("The provided data is too small.", "OperationError");
}

const FORMAT_OF_TYPE: Readonly<Record<string, KeyType>> = { spki: "public", pkcs8: "private" };

/** Versions of Node differ in what they call a format that a key has not. */
function formatError(format: unknown, { algorithm, type }: CryptoKey): DOMException | undefined {
  const { name } = algorithm;
  const isSymmetric = type === "secret";
  const typeOfFormat = FORMAT_OF_TYPE[String(format)];
  if (isSymmetric ? typeOfFormat !== undefined : format === "raw" && name.startsWith("RSA"))
    return new DOMException(`${name} has no ${String(format)}`, "NotSupportedError");
  const ofAnotherType = isSymmetric ? false : (typeOfFormat ?? type) !== type;
  if (ofAnotherType || (format === "raw" && type === "private"))
    return new DOMException(`a ${type} key has no ${String(format)}`, "InvalidAccessError");
  return undefined;
}

/** `exportKey`, with the name of the algorithm also in the JWKs of Ed25519, and the errors of the specification. */
export async function scopedExport(format: KeyFormat, key: CryptoKey): Promise<unknown> {
  try {
    const exported: unknown = await crypto.subtle.exportKey(format as "jwk", key);
    return format === "jwk" && key.algorithm.name === "Ed25519"
      ? { ...(exported as JsonWebKey), alg: "Ed25519" }
      : exported;
  } catch (error) {
    const ofFormat =
      error instanceof DOMException && key.extractable ? formatError(format, key) : undefined;
    throw ofFormat ?? cryptoError("exportKey", key.algorithm, error);
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
