/**
 * Identifies this browser to the server, so that strangers' wrong passwords do not delay a browser that signed in before. The
 * token grants nothing and names no account, so it survives signing out.
 */
import { readItem, writeItem } from "./deviceStorage";

const KEY = "device";
const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;

/** Returns this browser's token, created on first use; empty where storage is unavailable. */
export function deviceToken(): string {
  const stored = readItem(KEY);
  if (stored !== null && TOKEN.test(stored)) return stored;
  const token = base64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  return writeItem(KEY, token) ? token : "";
}

/** Writes bytes as text that may stand in addresses, without padding (RFC 4648, 5). */
export function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
