/** A browser as push services know it: a pair of keys and a secret, which read what was encrypted for it (RFC 8291). */

type Bytes = Uint8Array<ArrayBuffer>;

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
}

const P256 = { name: "ECDH", namedCurve: "P-256" } as const;
const utf8 = new TextEncoder();

/** Returns the bytes, one part after the other. */
function joined(...parts: readonly Uint8Array[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function derived(secret: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 8 * length));
}

export type Device = {
  readonly subscription: {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
  };
  /** @throws Error for what was not encrypted for this device. */
  decrypt(body: Uint8Array): Promise<unknown>;
};

/** RFC 8188: salt, record size, length of the sender's key. */
const HEADER_LENGTH = 21;

export async function newDevice(endpoint: string): Promise<Device> {
  const pair = await crypto.subtle.generateKey(P256, true, ["deriveBits"]);
  const ownKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const auth = crypto.getRandomValues(new Uint8Array(16));

  async function decrypt(body: Uint8Array): Promise<unknown> {
    const salt = joined(body.subarray(0, 16));
    const sealedAt = HEADER_LENGTH + (body[HEADER_LENGTH - 1] ?? 0);
    const sendersKey = joined(body.subarray(HEADER_LENGTH, sealedAt));
    const theirs = await crypto.subtle.importKey("raw", sendersKey, P256, false, []);
    const agreed = { name: "ECDH", public: theirs };
    const shared = new Uint8Array(await crypto.subtle.deriveBits(agreed, pair.privateKey, 256));
    const info = joined(utf8.encode("WebPush: info\0"), ownKey, sendersKey);
    const secret = await derived(shared, auth, info, 32);
    const named = (name: string) => joined(utf8.encode(`Content-Encoding: ${name}\0`));
    const bits = await derived(secret, salt, named("aes128gcm"), 16);
    const iv = await derived(secret, salt, named("nonce"), 12);
    const key = await crypto.subtle.importKey("raw", bits, "AES-GCM", false, ["decrypt"]);
    const sealed = joined(body.subarray(sealedAt));
    const padded = new Uint8Array(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed),
    );
    // The last record ends with the byte 2 and padding.
    const text = new TextDecoder().decode(padded.subarray(0, padded.lastIndexOf(2)));
    return JSON.parse(text);
  }

  return {
    subscription: { endpoint, p256dh: toBase64Url(ownKey), auth: toBase64Url(auth) },
    decrypt,
  };
}

export type Claims = { readonly aud: string; readonly exp: number; readonly sub: string };

/**
 * Returns what the sender claims in its `Authorization` header (RFC 8292).
 * @throws Error unless the key in the header is `publicKey` and signed the claims.
 */
export async function vapidClaims(authorization: string, publicKey: string): Promise<Claims> {
  const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error("Another key signed this.");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const raw = fromBase64Url(publicKey);
  const verifier = await crypto.subtle.importKey("raw", raw, ecdsa, false, ["verify"]);
  const signed = utf8.encode(`${head}.${claims}`);
  if (!(await crypto.subtle.verify(ecdsa, verifier, fromBase64Url(signature), signed)))
    throw new Error("The signature is wrong.");
  return JSON.parse(new TextDecoder().decode(fromBase64Url(claims))) as Claims;
}
