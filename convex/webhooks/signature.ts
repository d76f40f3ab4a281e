/** Signs a delivery with its time, so that receivers can verify its origin and refuse a replay. */
const utf8 = new TextEncoder();

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** `v1=` and the HMAC-SHA256, in hex, of timestamp (seconds), a full stop and the body; its key is the whole secret. */
export async function signatureOf(
  secret: string,
  timestamp: number,
  body: string,
): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign"]);
  return `v1=${toHex(await crypto.subtle.sign("HMAC", key, utf8.encode(`${timestamp}.${body}`)))}`;
}
