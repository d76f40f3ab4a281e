/** Reads the session's tokens, which the auth library keeps in localStorage. */
import { itemKeys, readItem, writeItem } from "../device/deviceStorage";

const JWT = "__convexAuthJWT";
const REFRESH_TOKEN = "__convexAuthRefreshToken";
const PREFIX = "__convexAuth";

/** One session of one account. */
export type TokenSession = {
  readonly accountId: string;
  /** Account and session ids, as in the token; each sign-in has another one. */
  readonly id: string;
};

/** Returns the session that a token names, or null for an invalid token. It verifies nothing: only the server decides. */
export function sessionOf(token: string | null | undefined): TokenSession | null {
  const payload = token?.split(".")[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const subject: unknown =
      typeof claims === "object" && claims !== null ? Reflect.get(claims, "sub") : undefined;
    if (typeof subject !== "string") return null;
    const [accountId = "", sessionId = ""] = subject.split("|");
    return accountId === "" || sessionId === "" ? null : { accountId, id: subject };
  } catch {
    return null;
  }
}

/** Returns the library's storage key for one deployment. */
function storageKey(name: string, deploymentUrl: string): string {
  return `${name}_${deploymentUrl.replace(/[^a-zA-Z0-9]/g, "")}`;
}

function stored(name: string, deploymentUrl: string): string | null {
  return readItem(storageKey(name, deploymentUrl));
}

/** Returns the session stored in this browser, also if another tab created it. */
export function storedSession(deploymentUrl: string): TokenSession | null {
  return sessionOf(stored(JWT, deploymentUrl));
}

/** Returns the session's token, or null when this browser holds another session's or none. */
export function storedTokenOf({ id }: TokenSession, deploymentUrl: string): string | null {
  const token = stored(JWT, deploymentUrl);
  return sessionOf(token)?.id === id ? token : null;
}

export function storedRefreshToken(deploymentUrl: string): string | null {
  return stored(REFRESH_TOKEN, deploymentUrl);
}

/** Removes the session from this browser, with or without a connection to the server. */
export function forgetTokens(): void {
  for (const key of itemKeys()) if (key.startsWith(PREFIX)) writeItem(key, null);
}
