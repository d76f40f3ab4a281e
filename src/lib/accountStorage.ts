/**
 * What somebody typed or sent and the server does not have yet, in sessionStorage. Every key carries the account, so that nothing
 * is shown or sent to another one. It ends with the account's sign-out, in whatever tab that was; a session that was ended
 * from elsewhere leaves it for the same account to find again in this tab.
 */
import { isSignedOut } from "./signOuts";
import type { TokenSession } from "./tokens";

const PREFIX = "account:";
const VISITOR = "visitor";
/** The sign-in that the account's entries belong to. */
const SESSION = "session";
export const DRAFT = "draft:";
/** What a visitor typed here says who they are: an account that signs in has no use for it. */
const SIGN_UP = `${DRAFT}sign-up:`;
/** Entries of earlier versions, which belong to nobody that can be named. */
const UNNAMED = /^(draft:.*|chat-outbox|placements)$/s;

function prefixOf(accountId: string | null): string {
  return `${PREFIX}${accountId ?? VISITOR}:`;
}

function keys(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

export function readFor(accountId: string | null, name: string): string | null {
  try {
    return sessionStorage.getItem(prefixOf(accountId) + name);
  } catch {
    return null;
  }
}

/** Keeps a text under the account's name; null forgets it. */
export function writeFor(accountId: string | null, name: string, text: string | null): void {
  if (text === null) {
    remove(prefixOf(accountId) + name);
    return;
  }
  try {
    sessionStorage.setItem(prefixOf(accountId) + name, text);
  } catch {
    // Storage is full or forbidden: the text lives as long as the page.
  }
}

/** The names of an account's entries that begin with `start`. */
export function namesFor(accountId: string | null, start: string): string[] {
  const prefix = prefixOf(accountId);
  return keys()
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length));
}

/** Forgets the drafts whose names begin with `start`. */
export function forgetDrafts(accountId: string, start: string): void {
  for (const name of namesFor(accountId, DRAFT + start)) writeFor(accountId, name, null);
}

export function discardFor(accountId: string): void {
  for (const name of namesFor(accountId, "")) writeFor(accountId, name, null);
}

/** A visitor who logs in at the order page goes on with the order that they began. */
function adoptVisitorDrafts(accountId: string): void {
  for (const name of namesFor(null, "")) {
    const text = readFor(null, name);
    if (!name.startsWith(SIGN_UP) && readFor(accountId, name) === null) {
      writeFor(accountId, name, text);
    }
    writeFor(null, name, null);
  }
}

/** Makes the storage ready for whoever is signed in now: what was discarded by a sign-out in any tab goes first. */
export function openAccountStorage(session: TokenSession | null): void {
  for (const key of keys()) {
    if (UNNAMED.test(key)) remove(key);
    const accountId = key.startsWith(PREFIX) ? key.split(":")[1] : undefined;
    const stamp = accountId === undefined ? null : readFor(accountId, SESSION);
    if (accountId !== undefined && stamp !== null && isSignedOut(stamp)) discardFor(accountId);
  }
  if (session === null) return;
  adoptVisitorDrafts(session.accountId);
  writeFor(session.accountId, SESSION, session.id);
}
