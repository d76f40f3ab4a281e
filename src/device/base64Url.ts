/** Writes bytes as text that may stand in addresses, without padding (RFC 4648, 5). */
export function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
