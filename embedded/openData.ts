/** The data folder's database, opened and tried out. */
import type { Database } from "./contracts";
import { openDatabase } from "./database/database";
import { INDEX_KINDS } from "./extras/indexKinds";
import type { DiskStore } from "./store/disk";
import { openDiskStore } from "./store/disk";
import type { Store } from "./store/store";
import { StartupError, unusableData } from "./store/startupError";

export interface Data {
  readonly database: Database;
  /** The store of a data folder, for backups; the database closes it. */
  readonly store?: DiskStore;
}

type Around = (store: Store) => Store;
const AS_IT_IS: Around = (store) => store;

/** A database that no other process will open. */
export async function openDataInMemory(store: Store, around: Around = AS_IT_IS): Promise<Data> {
  return { database: await openDatabase(around(store), { indexKinds: INDEX_KINDS }) };
}

/**
 * `around` may stand between the database and the store, to look on.
 * The first commit of a start shows whether the disk takes anything at all.
 * @throws StartupError when it does not, or what is there can't be read, or has another version's format.
 */
export async function openData(
  dataDir: string,
  around: Around = AS_IT_IS,
): Promise<Required<Data>> {
  const store = await openDiskStore(dataDir);
  try {
    return { database: await openDatabase(around(store), { indexKinds: INDEX_KINDS }), store };
  } catch (error) {
    await store.close();
    throw error instanceof StartupError ? error : unusableData(dataDir, error);
  }
}
