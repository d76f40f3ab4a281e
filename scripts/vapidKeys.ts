/** Makes the keys with which a market signs its pushes (RFC 8292). */
import { createECDH } from "node:crypto";

const KEY_BYTES = 32;

/** Returns a new pair as variables of the functions; a deployment stores the first one that it is given. */
export function newVapidKeys(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
  const curve = createECDH("prime256v1");
  const publicKey = curve.generateKeys("base64url");
  // Node leaves out leading zeros.
  const privateKey = curve.getPrivateKey("hex").padStart(2 * KEY_BYTES, "0");
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: Buffer.from(privateKey, "hex").toString("base64url"),
  };
}
