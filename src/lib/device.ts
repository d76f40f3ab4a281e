/**
 * The token by which the server knows a browser that signed in before, so that wrong passwords of strangers don't hold it up. It
 * opens nothing and says nothing of an account, so it outlives signing out.
 */
const KEY = "device";
const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns this browser's token, made when it is asked for first; empty where nothing can be kept. */
export function deviceToken(): string {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept !== null && TOKEN.test(kept)) return kept;
    const token = newToken();
    localStorage.setItem(KEY, token);
    return token;
  } catch {
    return "";
  }
}
