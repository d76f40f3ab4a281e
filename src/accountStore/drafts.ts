/**
 * Keeps the texts that an account typed and did not send. They are in localStorage, the one part of the store that is: a field needs
 * its text at its first render, and the account's other tabs follow its changes. Keys carry the account id, so that no other account
 * sees them. A visitor's drafts are in sessionStorage: nobody signs out to discard them.
 */
import {
  itemKeys,
  parseObject,
  readItem,
  type StorageArea,
  writeItem,
} from "../device/deviceStorage";
import type { TokenSession } from "../session/tokens";
import { bounded } from "./limits";
import { isSignedOut } from "./signOuts";

const PREFIX = "account:";
const VISITOR = "visitor";
/** The sign-up form identifies a visitor, so an account that logs in discards it. */
const SIGN_UP = "sign-up:";

/** The drafts of one account. Together they take less than half of what a browser offers. */
export const DRAFTS_MAX = 50;
/** No field takes so much; a longer text is only as long-lived as its page. */
export const DRAFT_CHARACTERS_MAX = 20_000;
/** Nobody comes back to a sentence of two weeks ago. */
export const DRAFT_AGE_MAX_MS = 14 * 24 * 60 * 60_000;
const LIMITS = { max: DRAFTS_MAX, maxAgeMs: DRAFT_AGE_MAX_MS };

type Draft = { readonly text: string; readonly at: number };

/** Entries that the storage did not take, by key. */
const memory = new Map<string, string>();

function areaOf(accountId: string | null): StorageArea {
  return accountId === null ? "session" : "local";
}

/** Returns the key of the id of the session to which the account's drafts belong. */
function sessionKey(accountId: string): string {
  return `${PREFIX}${accountId}:session`;
}

function draftKey(accountId: string | null, name: string): string {
  return `${PREFIX}${accountId ?? VISITOR}:draft:${name}`;
}

function parseDraft(entry: string | null): Draft | null {
  const { text, at } = (parseObject(entry) ?? {}) as Partial<Record<keyof Draft, unknown>>;
  return typeof text === "string" && typeof at === "number" ? { text, at } : null;
}

function entryAt(accountId: string | null, name: string): Draft | null {
  const key = draftKey(accountId, name);
  return parseDraft(memory.get(key) ?? readItem(key, areaOf(accountId)));
}

export function readDraft(accountId: string | null, name: string): string | null {
  const draft = entryAt(accountId, name);
  return draft !== null && draft.at > Date.now() - DRAFT_AGE_MAX_MS ? draft.text : null;
}

/** Stores a text under the account and name; null removes it. */
export function writeDraft(accountId: string | null, name: string, text: string | null): void {
  const key = draftKey(accountId, name);
  const isFitting = text !== null && text.length <= DRAFT_CHARACTERS_MAX;
  const isNew = isFitting && entryAt(accountId, name) === null;
  const entry = isFitting ? JSON.stringify({ text, at: Date.now() } satisfies Draft) : null;
  memory.delete(key);
  const isStored = writeItem(key, entry, areaOf(accountId));
  if (!isStored && entry !== null) memory.set(key, entry);
  if (isNew) dropBeyondLimits(accountId);
}

/** Drops drafts that are damaged, too old or too many. */
function dropBeyondLimits(accountId: string | null): void {
  const names = draftNames(accountId);
  const drafts = new Map(
    names.map((name) => [name, { at: entryAt(accountId, name)?.at ?? -Infinity }]),
  );
  const inLimits = bounded(drafts, LIMITS);
  for (const name of names) if (!inLimits.has(name)) writeDraft(accountId, name, null);
}

/** Calls back when another tab has changed the account's draft, with its text before and after; returns the function that ends it. */
export function watchDraft(
  accountId: string | null,
  name: string,
  changed: (before: string | null, after: string | null) => void,
): () => void {
  if (accountId === null) return () => undefined;
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key === draftKey(accountId, name))
      changed(parseDraft(oldValue)?.text ?? null, parseDraft(newValue)?.text ?? null);
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Returns the names of an account's drafts that begin with `start`. */
export function draftNames(accountId: string | null, start = ""): string[] {
  const prefix = draftKey(accountId, "");
  return [...new Set([...itemKeys(areaOf(accountId)), ...memory.keys()])]
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length));
}

/** Removes the drafts whose names begin with `start`. */
export function removeDrafts(accountId: string | null, start = ""): void {
  for (const name of draftNames(accountId, start)) writeDraft(accountId, name, null);
}

/** Moves a visitor's drafts to the account, so that an order begun before login can be finished. */
function adoptVisitorDrafts(accountId: string): void {
  for (const name of draftNames(null)) {
    if (!name.startsWith(SIGN_UP) && readDraft(accountId, name) === null)
      writeDraft(accountId, name, readDraft(null, name));
  }
  removeDrafts(null);
}

/** Discards the drafts that a sign-out in any tab invalidated, and those without a session, and gives the account's to `session`. */
function openDrafts(session: TokenSession | null): void {
  const ids = [...itemKeys(), ...memory.keys()]
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.split(":")[1] ?? "");
  for (const accountId of new Set(ids)) {
    if (accountId === VISITOR) continue;
    const owner = readItem(sessionKey(accountId));
    if (owner !== null && !isSignedOut(owner)) dropBeyondLimits(accountId);
    else {
      removeDrafts(accountId);
      writeItem(sessionKey(accountId), null);
    }
  }
  if (session === null) return;
  adoptVisitorDrafts(session.accountId);
  writeItem(sessionKey(session.accountId), session.id);
}

/** The account that was last signed in in this tab. */
const LAST_ACCOUNT = "last-account";

/** Prepares what the browser stores for the current session. The database follows at its first use: its code comes later. */
export function openAccountStore(session: TokenSession | null): void {
  openDrafts(session);
  if (session !== null) writeItem(LAST_ACCOUNT, session.accountId, "session");
}

/** Returns the id of the account that was last signed in in this tab; null if there was none. */
export function lastAccountOfTab(): string | null {
  return readItem(LAST_ACCOUNT, "session");
}
