/**
 * Keeps pictures that were chosen for a message and are not sent yet, in a database of their own: what is in the outbox is kept until it
 * is sent, a draft for a day. The account's storage names the one of each conversation. A sign-out discards all of the account.
 */
import { createStore, del, get, update, type UseStore } from "idb-keyval";
import { newKey } from "../outbox/entry";

type DraftPicture = {
  readonly id: string;
  readonly keptAt: number;
  readonly type: string;
  readonly bytes: ArrayBuffer;
};

/** Of one account, in all conversations and tabs; each has the 5 MB of an upload at most. */
export const DRAFTS_MAX = 5;
/** As long as a picture that was shared with the app: nobody expects to find it later. */
const KEPT_MS = 24 * 60 * 60_000;

let opened: UseStore | undefined;

function database(): UseStore {
  return (opened ??= createStore("mandi-picture-drafts", "accounts"));
}

function isDraft(value: unknown): value is DraftPicture {
  if (typeof value !== "object" || value === null) return false;
  const { id, keptAt, type, bytes } = value as Partial<Record<keyof DraftPicture, unknown>>;
  return (
    typeof id === "string" &&
    typeof keptAt === "number" &&
    typeof type === "string" &&
    bytes instanceof ArrayBuffer
  );
}

/** Reads drafts out of storage, without those that are damaged or too old. */
function draftsIn(value: unknown): DraftPicture[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isDraft).filter(({ keptAt }) => keptAt > Date.now() - KEPT_MS);
}

/** Keeps a picture in place of the account's oldest ones; resolves to its id, and rejects where this browser has no room for it. */
export async function keepDraft(accountId: string, picture: Blob): Promise<string> {
  const id = newKey();
  const { type } = picture;
  const draft: DraftPicture = { id, keptAt: Date.now(), type, bytes: await picture.arrayBuffer() };
  const withDraft = (kept: unknown) => [draft, ...draftsIn(kept)].slice(0, DRAFTS_MAX);
  await update<unknown>(accountId, withDraft, database());
  return id;
}

/** Returns the account's picture, or null if it is not kept any more or no id is given. Deletes those that are too old. */
export async function keptDraft(accountId: string, id: string | null): Promise<Blob | null> {
  const stored = await get<unknown>(accountId, database());
  const drafts = draftsIn(stored);
  if (Array.isArray(stored) && drafts.length < stored.length)
    await update<unknown>(accountId, draftsIn, database());
  const draft = drafts.find((kept) => kept.id === id);
  return draft === undefined ? null : new Blob([draft.bytes], { type: draft.type });
}

export function dropDraft(accountId: string, id: string): Promise<void> {
  const withoutDraft = (kept: unknown) => draftsIn(kept).filter((draft) => draft.id !== id);
  return update<unknown>(accountId, withoutDraft, database());
}

/** Discards what the account left, for a sign-out. */
export function discardDrafts(accountId: string): Promise<void> {
  return del(accountId, database());
}
