/** The session's tokens as the sign-in library keeps them in localStorage, and what they say of who is signed in. */

const JWT = "__convexAuthJWT";
const REFRESH_TOKEN = "__convexAuthRefreshToken";
const PREFIX = "__convexAuth";

/** One sign-in of one account. */
export type TokenSession = {
  readonly accountId: string;
  /** Account and session, as the token names them: another sign-in of the same account has another one. */
  readonly id: string;
};

/** Reads whom a token speaks for, without believing it: the server alone decides that. Null for what is no token of ours. */
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

/** The library's own name for what it keeps about one deployment. */
function keyOf(name: string, deploymentUrl: string): string {
  return `${name}_${deploymentUrl.replace(/[^a-zA-Z0-9]/g, "")}`;
}

function stored(name: string, deploymentUrl: string): string | null {
  try {
    return localStorage.getItem(keyOf(name, deploymentUrl));
  } catch {
    return null;
  }
}

/** Who is signed in in this browser, in whatever tab that was done. */
export function storedSession(deploymentUrl: string): TokenSession | null {
  return sessionOf(stored(JWT, deploymentUrl));
}

export function storedRefreshToken(deploymentUrl: string): string | null {
  return stored(REFRESH_TOKEN, deploymentUrl);
}

/** Forgets the session in this browser, whether or not the server can hear of it. */
export function forgetTokens(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      localStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}
