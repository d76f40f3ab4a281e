/**
 * Proof that a refresh token was held. It ends the token's session and does nothing else, so that a browser may keep it, with
 * somebody else signed in, until the server can be reached.
 */
export async function signOutProof(refreshToken: string): Promise<string> {
  const bytes = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`sign-out\0${refreshToken}`),
  );
  const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0"));
  return `${hash.join("")}|${refreshToken.split("|")[1] ?? ""}`;
}
