import { expect, test } from "vitest";
import { isolateGlobals, nodeGlobals } from "./sandbox";
import { importScope, runIn } from "./scope";

const isolate = isolateGlobals() as unknown as typeof globalThis;

/** In a call, as app code runs. */
function errorOf(work: () => unknown): Promise<unknown> {
  return runIn(importScope({}, 0), async () => {
    try {
      return await work();
    } catch (error) {
      return error;
    }
  });
}

async function keyFor(algorithm: string): Promise<CryptoKey> {
  const bytes = new Uint8Array(16);
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["encrypt", "decrypt"]);
}

function signingKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
}

test.each([
  [
    "an address that is none",
    () => new isolate.URL("nowhere"),
    "TypeError: Invalid URL: 'nowhere'",
  ],
  [
    "a base that is none",
    () => new isolate.URL("/a", "nowhere"),
    "TypeError: Invalid URL: 'nowhere'",
  ],
  [
    "a format that no key of the algorithm has",
    async () => {
      const key = await crypto.subtle.importKey("raw", new Uint8Array(16), "AES-GCM", true, [
        "encrypt",
      ]);
      return isolate.crypto.subtle.exportKey("spki", key);
    },
    "NotSupportedError: AES-GCM has no spki",
  ],
  [
    "a status out of range",
    () => new isolate.Response("", { status: 99 }),
    "RangeError: The status provided is outside the range [200, 599].",
  ],
  [
    "data that is no JSON",
    () => isolate.Response.json(undefined),
    "TypeError: The data is not JSON serializable",
  ],
  [
    "a transfer",
    () => isolate.structuredClone(new ArrayBuffer(1), {}),
    "Error: structuredClone with transfer not supported",
  ],
  [
    "a clone of a function",
    () => isolate.structuredClone(() => 1),
    "DataCloneError: could not deserialize value",
  ],
  [
    "random fractions",
    () => isolate.crypto.getRandomValues(new Float32Array(1) as never),
    "TypeMismatchError: The array is not an integer array type",
  ],
  [
    "a wrapped key",
    () => isolate.crypto.subtle.wrapKey("raw", {} as never, {} as never, "AES-KW"),
    "Error: Not implemented: wrapKey for SubtleCrypto",
  ],
  [
    "a short tag",
    async () =>
      isolate.crypto.subtle.encrypt(
        { name: "AES-GCM", iv: new Uint8Array(12), tagLength: 96 },
        await keyFor("AES-GCM"),
        new Uint8Array(1),
      ),
    "NotSupportedError: tag length must be 128 bits",
  ],
  [
    "a text that was encrypted with another key",
    async () =>
      isolate.crypto.subtle.decrypt(
        { name: "AES-GCM", iv: new Uint8Array(12) },
        await keyFor("AES-GCM"),
        new Uint8Array(32),
      ),
    "OperationError: Decryption failed",
  ],
  [
    "an encrypted text without room for a tag",
    async () =>
      isolate.crypto.subtle.decrypt(
        { name: "AES-GCM", iv: new Uint8Array(12) },
        await keyFor("AES-GCM"),
        new Uint8Array(15),
      ),
    "OperationError: The provided data is too small.",
  ],
  [
    "a private key in the format of public ones",
    async () => isolate.crypto.subtle.exportKey("spki", (await signingKeys()).privateKey),
    "InvalidAccessError: a private key has no spki",
  ],
  [
    "a public key in the format of private ones",
    async () => isolate.crypto.subtle.exportKey("pkcs8", (await signingKeys()).publicKey),
    "InvalidAccessError: a public key has no pkcs8",
  ],
  [
    "a private key as raw bytes",
    async () => isolate.crypto.subtle.exportKey("raw", (await signingKeys()).privateKey),
    "InvalidAccessError: a private key has no raw",
  ],
  [
    "a key that stays where it is",
    async () => isolate.crypto.subtle.exportKey("raw", await keyFor("AES-GCM")),
    "InvalidAccessError: key is not extractable",
  ],
  [
    "a signature by an algorithm that signs nothing",
    async () =>
      isolate.crypto.subtle.sign("AES-GCM", (await signingKeys()).privateKey, new Uint8Array(1)),
    "InvalidAccessError: invalid algorithm for key",
  ],
  [
    "bits derived by an algorithm that nobody knows",
    async () => isolate.crypto.subtle.deriveBits("ROT13", await keyFor("AES-GCM"), 8),
    "InvalidAccessError: invalid algorithm for key",
  ],
  [
    "an algorithm that nobody knows",
    () => isolate.crypto.subtle.importKey("raw", new Uint8Array(1), "ROT13", false, []),
    "NotSupportedError: Unrecognized or invalid algorithm",
  ],
])("[FN8] has Convex's words for %s", async (_what, work, words) => {
  expect(String(await errorOf(work))).toBe(words);
});

test("[FN8] leaves Node actions Node's own", () => {
  const node = nodeGlobals();
  expect(node["crypto"]).toBe(crypto);
  for (const name of ["URL", "Response", "structuredClone"]) expect(node).not.toHaveProperty(name);
});

test("[FN8] leaves everything else as it is", () => {
  expect(new isolate.URL("a", "http://shop.example/").href).toBe("http://shop.example/a");
  expect(new URL("http://shop.example/")).toBeInstanceOf(isolate.URL);
  expect(isolate.URL.canParse("x:y")).toBe(true);
  expect(isolate.Response.json({ a: 1 }).headers.get("content-type")).toBe("application/json");
  expect(isolate.Response.redirect("http://shop.example/").status).toBe(302);
  expect(new isolate.Response("a")).toBeInstanceOf(Response);
  expect(isolate.structuredClone({ a: [1n] })).toEqual({ a: [1n] });
});
