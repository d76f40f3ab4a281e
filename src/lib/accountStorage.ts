/**
 * Keeps an account's drafts in sessionStorage, under keys that carry the account id, so that no other account sees them. (Orders
 * and messages on their way are in the outbox.) Signing out in any tab discards them. A session that was revoked elsewhere leaves them for the same account
 * in this tab.
 */
import { isSignedOut } from "./signOuts";
import type { TokenSession } from "./tokens";

const PREFIX = "account:";
const VISITOR = "visitor";
/** The id of the session that the account's entries belong to. */
const SESSION = "session";
export const DRAFT = "draft:";
/** The account that was last signed in in this tab, kept under a key of the tab's own. */
const LAST_ACCOUNT = "last-account";
/** The sign-up form identifies a visitor, so an account that logs in discards it. */
const SIGN_UP = `${DRAFT}sign-up:`;
/** Matches entries of earlier versions, which carry no account id. */
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
    // Storage is blocked, so nothing was kept.
  }
}

export function readFor(accountId: string | null, name: string): string | null {
  try {
    return sessionStorage.getItem(prefixOf(accountId) + name);
  } catch {
    return null;
  }
}

/** Stores a text under the account and name; null removes it. */
export function writeFor(accountId: string | null, name: string, text: string | null): void {
  if (text === null) {
    remove(prefixOf(accountId) + name);
    return;
  }
  try {
    sessionStorage.setItem(prefixOf(accountId) + name, text);
  } catch {
    // Storage is full or blocked, so the text lives only as long as the page.
  }
}

/** Returns the id of the account that was last signed in in this tab; null if there was none. */
export function lastAccountOfTab(): string | null {
  try {
    return sessionStorage.getItem(LAST_ACCOUNT);
  } catch {
    return null;
  }
}

function rememberAccountOfTab(accountId: string): void {
  try {
    sessionStorage.setItem(LAST_ACCOUNT, accountId);
  } catch {
    // Storage is blocked, so a session does not outlive the page either.
  }
}

/** Returns the names of an account's entries that begin with `start`. */
export function namesFor(accountId: string | null, start: string): string[] {
  const prefix = prefixOf(accountId);
  return keys()
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length));
}

/** Removes the drafts whose names begin with `start`. */
export function forgetDrafts(accountId: string, start: string): void {
  for (const name of namesFor(accountId, DRAFT + start)) writeFor(accountId, name, null);
}

export function discardFor(accountId: string): void {
  for (const name of namesFor(accountId, "")) writeFor(accountId, name, null);
}

/** Moves a visitor's drafts to the account, so that an order begun before login can be finished. */
function adoptVisitorDrafts(accountId: string): void {
  for (const name of namesFor(null, "")) {
    const text = readFor(null, name);
    if (!name.startsWith(SIGN_UP) && readFor(accountId, name) === null) {
      writeFor(accountId, name, text);
    }
    writeFor(null, name, null);
  }
}

/** Prepares the storage for the current session; discards first what a sign-out in any tab invalidated. */
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
  rememberAccountOfTab(session.accountId);
}
