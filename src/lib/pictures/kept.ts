/**
 * Keeps the bytes of pictures that wait in the outbox, in a database of their own: the outbox is read and written whole with every
 * change. A picture is kept before its entry is added, and dropped after the entry is gone.
 */
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { discardDrafts } from "./drafts";

type KeptPicture = {
  readonly accountId: string;
  readonly keptAt: number;
  readonly type: string;
  readonly bytes: ArrayBuffer;
};

/** Long enough for any entry to be added. */
const UNUSED_MS = 60 * 60_000;

let opened: UseStore | undefined;

function database(): UseStore {
  return (opened ??= createStore("mandi-pictures", "pictures"));
}

function isKept(value: unknown): value is KeptPicture {
  if (typeof value !== "object" || value === null) return false;
  const { accountId, keptAt, type, bytes } = value as Partial<Record<keyof KeptPicture, unknown>>;
  return (
    typeof accountId === "string" &&
    typeof keptAt === "number" &&
    typeof type === "string" &&
    bytes instanceof ArrayBuffer
  );
}

/** Deletes the records for which `isOld` returns true, and damaged ones. */
async function deleteWhere(
  store: IDBObjectStore,
  isOld: (picture: KeptPicture, id: IDBValidKey) => boolean,
): Promise<void> {
  for (const id of await promisifyRequest(store.getAllKeys())) {
    const value: unknown = await promisifyRequest(store.get(id));
    if (!isKept(value) || isOld(value, id)) store.delete(id);
  }
}

/** Pictures of tabs whose browser stores nothing. */
const inMemory = new Map<string, Blob>();

/**
 * Keeps a picture for the account under an id. Pictures that no entry names any more, as after a crash, are dropped.
 * @throws Error when this browser has no room for it.
 */
export async function keepPicture(
  accountId: string,
  id: string,
  picture: Blob,
  inUse: readonly string[],
): Promise<void> {
  const kept = { accountId, keptAt: Date.now(), type: picture.type };
  const record: KeptPicture = { ...kept, bytes: await picture.arrayBuffer() };
  await database()("readwrite", async (store) => {
    await deleteWhere(
      store,
      (other, otherId) =>
        other.accountId === accountId &&
        !inUse.some((used) => used === otherId) &&
        other.keptAt < Date.now() - UNUSED_MS,
    );
    store.put(record, id);
    // Complete, not only accepted: a full disk is noticed at the end.
    await promisifyRequest(store.transaction);
  });
}

/** Keeps a picture in this tab alone. */
export function keepPictureInMemory(id: string, picture: Blob): void {
  inMemory.set(id, picture);
}

/** Returns the account's picture, or null if it is not kept here. */
export async function keptPicture(accountId: string, id: string): Promise<Blob | null> {
  const known = inMemory.get(id);
  if (known !== undefined) return known;
  const value = await database()("readonly", (store): Promise<unknown> =>
    promisifyRequest(store.get(id)),
  ).catch(() => null);
  if (!isKept(value) || value.accountId !== accountId) return null;
  return new Blob([value.bytes], { type: value.type });
}

export async function dropPictures(ids: readonly string[]): Promise<void> {
  for (const id of ids) inMemory.delete(id);
  await database()("readwrite", (store) => {
    for (const id of ids) store.delete(id);
    return promisifyRequest(store.transaction);
  });
}

/** Discards what the account left, drafts too, for a sign-out. */
export async function discardPictures(accountId: string): Promise<void> {
  inMemory.clear();
  const isOwn = (picture: KeptPicture) => picture.accountId === accountId;
  await Promise.allSettled([
    database()("readwrite", (store) => deleteWhere(store, isOwn)),
    discardDrafts(accountId),
  ]);
}
