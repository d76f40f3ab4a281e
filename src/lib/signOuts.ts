/**
 * Sign-outs of this browser, in localStorage. A server that can't be reached hears of one later, whoever is signed in by then;
 * and a tab that slept finds out that what it still holds was discarded.
 */
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import { signOutProof } from "../../domain/signOutProof";

const KEY = "sign-outs";
/** A budget: a shared shop computer sees a few a day, and the oldest have ended by themselves after 30 days. */
const KEPT_MAX = 100;

/** A proof gives nobody the session. Only a page without WebCrypto (plain http in the shop's LAN) has to keep the token itself. */
export type Ending = { readonly proof: string } | { readonly refreshToken: string };

export async function endingOf(refreshToken: string): Promise<Ending> {
  try {
    return { proof: await signOutProof(refreshToken) };
  } catch {
    return { refreshToken };
  }
}

export type SignOut = {
  /** Account and session, as the token named them. */
  readonly session: string;
  /** What ends the session on the server; null once it has heard, or where there was none. */
  readonly ending: Ending | null;
  readonly at: number;
};

function isEnding(value: unknown): value is Ending {
  if (typeof value !== "object" || value === null) return false;
  const { proof, refreshToken } = value as { proof?: unknown; refreshToken?: unknown };
  return typeof (proof ?? refreshToken) === "string";
}

function signOutOf(value: unknown): SignOut | null {
  if (typeof value !== "object" || value === null) return null;
  const { session, ending, at } = value as Partial<Record<keyof SignOut, unknown>>;
  if (typeof session !== "string" || typeof at !== "number") return null;
  return { session, ending: isEnding(ending) ? ending : null, at };
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
  tell: (ending: Ending) => Promise<unknown>,
): Promise<boolean> {
  const told = await Promise.all(
    read().map(async ({ session, ending }) => {
      if (ending === null) return true;
      try {
        await tell(ending);
      } catch {
        return false;
      }
      const isIt = (one: SignOut) => one.session === session;
      write(read().map((one) => (isIt(one) ? { ...one, ending: null } : one)));
      return true;
    }),
  );
  return told.every(Boolean);
}
