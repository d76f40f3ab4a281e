/**
 * Keeps an account's drafts in localStorage, which a closed tab leaves intact, under keys that carry the account id, so that no other
 * account sees them. (Orders and messages on their way are in the outbox.) Signing out in any tab discards them. A session that was
 * revoked elsewhere leaves them for the same account. A visitor's drafts are kept in sessionStorage: nobody signs out to discard them.
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

/** Of one account; the oldest give way. Together they take less than half of what a browser gives. */
export const DRAFTS_MAX = 50;
/** No field takes so much; the text is only as long-lived as its page then. */
export const DRAFT_CHARACTERS_MAX = 20_000;
/** Nobody comes back to a sentence of two weeks ago. */
export const DRAFT_KEPT_MS = 14 * 24 * 60 * 60_000;

/** An entry in localStorage. */
type Kept = { readonly text: string; readonly at: number };

function prefixOf(accountId: string | null): string {
  return `${PREFIX}${accountId ?? VISITOR}:`;
}

/** Storage that is blocked throws when it is looked at. */
function storageOf(accountId: string | null): Storage {
  return accountId === null ? sessionStorage : localStorage;
}

function keysIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}

function remove(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

/** Reads an entry of localStorage; null for what is none. */
function keptIn(entry: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(entry ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { text, at } = value as Partial<Record<keyof Kept, unknown>>;
    return typeof text === "string" && typeof at === "number" ? { text, at } : null;
  } catch {
    return null;
  }
}

function isCurrent(name: string, { at }: Kept): boolean {
  return !name.startsWith(DRAFT) || at > Date.now() - DRAFT_KEPT_MS;
}

export function readFor(accountId: string | null, name: string): string | null {
  try {
    const entry = storageOf(accountId).getItem(prefixOf(accountId) + name);
    if (accountId === null) return entry;
    const kept = keptIn(entry);
    return kept !== null && isCurrent(name, kept) ? kept.text : null;
  } catch {
    return null;
  }
}

/** Stores a text under the account and name; null removes it. */
export function writeFor(accountId: string | null, name: string, text: string | null): void {
  const key = prefixOf(accountId) + name;
  if (text === null || text.length > DRAFT_CHARACTERS_MAX) {
    remove(() => storageOf(accountId), key);
    return;
  }
  try {
    const storage = storageOf(accountId);
    const isNew = storage.getItem(key) === null;
    const kept: Kept = { text, at: Date.now() };
    storage.setItem(key, accountId === null ? text : JSON.stringify(kept));
    if (isNew && accountId !== null) dropBeyondLimits(accountId);
  } catch {
    // Storage is full or blocked, so the text lives only as long as the page.
  }
}

/** Drops drafts that are damaged, too old or too many. */
function dropBeyondLimits(accountId: string): void {
  const ages = namesFor(accountId, DRAFT).map((name) => {
    const kept = keptIn(localStorage.getItem(prefixOf(accountId) + name));
    return { name, at: kept !== null && isCurrent(name, kept) ? kept.at : -Infinity };
  });
  const newestFirst = ages.sort((one, other) => other.at - one.at);
  for (const [place, { name, at }] of newestFirst.entries())
    if (place >= DRAFTS_MAX || at === -Infinity) writeFor(accountId, name, null);
}

/** Calls back when another tab has changed the account's entry, with its text before and after; returns the function that ends it. */
export function watchFor(
  accountId: string | null,
  name: string,
  changed: (before: string | null, after: string | null) => void,
): () => void {
  if (accountId === null) return () => undefined;
  const own = prefixOf(accountId) + name;
  const hear = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === own) changed(keptIn(oldValue)?.text ?? null, keptIn(newValue)?.text ?? null);
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
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
  return keysIn(() => storageOf(accountId))
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

function accountsWithEntries(): ReadonlySet<string> {
  const named = keysIn(() => localStorage).filter((key) => key.startsWith(PREFIX));
  return new Set(named.map((key) => key.split(":")[1] ?? ""));
}

/** Prepares the storage for the current session; discards first what a sign-out in any tab invalidated, and what has no session. */
export function openAccountStorage(session: TokenSession | null): void {
  for (const accountId of accountsWithEntries()) {
    const stamp = readFor(accountId, SESSION);
    if (stamp === null || isSignedOut(stamp)) discardFor(accountId);
    else dropBeyondLimits(accountId);
  }
  if (session === null) return;
  adoptVisitorDrafts(session.accountId);
  writeFor(session.accountId, SESSION, session.id);
  rememberAccountOfTab(session.accountId);
}
