/**
 * Sign-outs of this browser, in localStorage. A server that can't be reached hears of one later, whoever is signed in by then;
 * and a tab that slept finds out that what it still holds was discarded.
 */
import { SESSION_LIFETIME_MS } from "../../domain/limits";

const KEY = "sign-outs";
/** A budget: a shared shop computer sees a few a day, and the oldest have ended by themselves after 30 days. */
const KEPT_MAX = 100;

export type SignOut = {
  /** Account and session, as the token named them. */
  readonly session: string;
  /** Ends the session on the server; null once it has heard, or where there was none. */
  readonly refreshToken: string | null;
  readonly at: number;
};

function signOutOf(value: unknown): SignOut | null {
  if (typeof value !== "object" || value === null) return null;
  const { session, refreshToken, at } = value as Partial<Record<keyof SignOut, unknown>>;
  if (typeof session !== "string" || typeof at !== "number") return null;
  return { session, refreshToken: typeof refreshToken === "string" ? refreshToken : null, at };
}

/** Whatever in the text is no sign-out is left out. */
export function parseSignOuts(text: string | null): SignOut[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(signOutOf).filter((one) => one !== null) : [];
  } catch {
    return [];
  }
}

function read(): SignOut[] {
  try {
    return parseSignOuts(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

function write(signOuts: readonly SignOut[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(signOuts.slice(-KEPT_MAX)));
  } catch {
    // Storage is full or forbidden: the session ends with its age.
  }
}

export function rememberSignOut(signOut: SignOut): void {
  const others = read().filter(
    ({ session, at }) => session !== signOut.session && at > signOut.at - SESSION_LIFETIME_MS,
  );
  write([...others, signOut]);
}

/** Whether somebody ended this sign-in here, by their own choice. */
export function isSignedOut(session: string): boolean {
  return read().some((one) => one.session === session);
}

/** Tells the server of every sign-out that it has not heard of. Answers whether it has now heard of all. */
export async function deliverSignOuts(
  tell: (refreshToken: string) => Promise<unknown>,
): Promise<boolean> {
  const told = await Promise.all(
    read().map(async ({ session, refreshToken }) => {
      if (refreshToken === null) return true;
      try {
        await tell(refreshToken);
      } catch {
        return false;
      }
      const isIt = (one: SignOut) => one.session === session;
      write(read().map((one) => (isIt(one) ? { ...one, refreshToken: null } : one)));
      return true;
    }),
  );
  return told.every(Boolean);
}
