/** Digests: of texts, and of whatever else was sent. Web Crypto is native in every runtime, and computes off the thread that serves everybody else. */

const utf8 = new TextEncoder();

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** SHA-256 in base64: for values that are random enough to need no rounds. */
export async function digest(...parts: readonly string[]): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", utf8.encode(parts.join("\0")));
  return toBase64(new Uint8Array(bytes));
}

/** JSON with sorted fields, so that equal objects give equal texts. */
function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(",")}}`;
}

/** The digest of a value, whatever the order of its fields. */
export function digestOf(value: unknown): Promise<string> {
  return digest(canonicalJson(value));
}
