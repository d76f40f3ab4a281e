/**
 * Records this browser's sign-outs in localStorage. An unreachable server learns of them later, whoever is signed in then. A tab
 * that slept learns that its unsent work was discarded.
 */
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import { signOutProof } from "../../domain/signOutProof";
import { parseObject, readItem, writeItem } from "../device/deviceStorage";

const KEY = "sign-outs";
/** A shared shop computer has a few sign-outs a day, and sessions expire by themselves after 30 days. */
const SIGN_OUTS_MAX = 100;

/**
 * A proof grants no access to the session. A page without WebCrypto (plain http in the shop's LAN) has to keep the refresh token
 * instead.
 */
export type SignOutCredential = { readonly proof: string } | { readonly refreshToken: string };

export async function signOutCredentialOf(refreshToken: string): Promise<SignOutCredential> {
  try {
    return { proof: await signOutProof(refreshToken) };
  } catch {
    return { refreshToken };
  }
}

export type SignOut = {
  /** The account and session ids, as in the token. */
  readonly session: string;
  /** The credential that ends the session; null once the server has accepted it, or where there was none. */
  readonly ending: SignOutCredential | null;
  readonly at: number;
};

function isSignOutCredential(value: unknown): value is SignOutCredential {
  if (typeof value !== "object" || value === null) return false;
  const { proof, refreshToken } = value as { proof?: unknown; refreshToken?: unknown };
  return typeof (proof ?? refreshToken) === "string";
}

function signOutOf(value: unknown): SignOut | null {
  if (typeof value !== "object" || value === null) return null;
  const { session, ending, at } = value as Partial<Record<keyof SignOut, unknown>>;
  if (typeof session !== "string" || typeof at !== "number") return null;
  return { session, ending: isSignOutCredential(ending) ? ending : null, at };
}

/** Parses stored sign-outs and skips invalid entries. */
export function parseSignOuts(text: string | null): SignOut[] {
  const value = parseObject(text);
  return Array.isArray(value) ? value.map(signOutOf).filter((entry) => entry !== null) : [];
}

function read(): SignOut[] {
  return parseSignOuts(readItem(KEY));
}

/** Stores the newest sign-outs. Sessions end by their age where the storage does not take them. */
function write(signOuts: readonly SignOut[]): void {
  writeItem(KEY, JSON.stringify(signOuts.slice(-SIGN_OUTS_MAX)));
}

export function rememberSignOut(signOut: SignOut): void {
  const others = read().filter(
    ({ session, at }) => session !== signOut.session && at > signOut.at - SESSION_LIFETIME_MS,
  );
  write([...others, signOut]);
}

/** Returns true if the user signed this session out in this browser. */
export function isSignedOut(session: string): boolean {
  return read().some((entry) => entry.session === session);
}

/** Sends all undelivered sign-outs to the server; resolves to true when none is left. */
export async function deliverSignOuts(
  send: (ending: SignOutCredential) => Promise<unknown>,
): Promise<boolean> {
  const sent = await Promise.all(
    read().map(async ({ session, ending }) => {
      if (ending === null) return true;
      try {
        await send(ending);
      } catch {
        return false;
      }
      const isSame = (entry: SignOut) => entry.session === session;
      write(read().map((entry) => (isSame(entry) ? { ...entry, ending: null } : entry)));
      return true;
    }),
  );
  return sent.every(Boolean);
}
