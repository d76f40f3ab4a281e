/**
 * Keeps the bytes of pictures that are not sent yet beside the texts that name them, which are read and written whole. A picture is
 * kept before its text, and dropped after it.
 */
import { Collection } from "../../accountStore/collection";
import type { Limits } from "../../accountStore/limits";
import { PICTURES_MAX } from "../entry";
import type { TokenSession } from "../../session/tokens";

type StoredPicture = { readonly type: string; readonly bytes: ArrayBuffer };

/** The limit is twice what may wait: pictures that no entry names any more, as after a crash, are older and give way. */
const OUTBOX_MAX = 2 * PICTURES_MAX;
/** The drafts of one account, in all conversations and tabs; each has the 5 MB of an upload at most. */
export const DRAFTS_MAX = 5;
/** A draft is kept as long as a picture that was shared with the app: nobody expects to find it later. */
const DRAFT_AGE_MAX_MS = 24 * 60 * 60_000;

function parse(stored: unknown): StoredPicture | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { type, bytes } = stored as Partial<Record<keyof StoredPicture, unknown>>;
  return typeof type === "string" && bytes instanceof ArrayBuffer ? { type, bytes } : undefined;
}

function pictures(name: string, limits: Limits) {
  const collection = new Collection(name, { ...limits, parse });
  return {
    /** Resolves to false if the picture lives in this page's memory only. */
    async put(session: TokenSession, id: string, picture: Blob): Promise<boolean> {
      const { type } = picture;
      return collection.put(session, id, { type, bytes: await picture.arrayBuffer() });
    },
    /** Returns the account's picture, or null if it is not kept here. */
    async get(session: TokenSession, id: string): Promise<Blob | null> {
      const stored = await collection.get(session, id);
      return stored === null ? null : new Blob([stored.bytes], { type: stored.type });
    },
    remove: (session: TokenSession, ids: readonly string[]) => collection.remove(session, ids),
  };
}

/** Pictures of messages that wait in the outbox. */
export const outboxPictures = pictures("pictures", { max: OUTBOX_MAX });
/** Pictures that were chosen for a message and not sent. A draft of the conversation names its picture. */
export const draftPictures = pictures("picture-drafts", {
  max: DRAFTS_MAX,
  maxAgeMs: DRAFT_AGE_MAX_MS,
});
