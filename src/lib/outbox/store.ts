/**
 * Keeps each account's entries in IndexedDB, which a closed tab or browser leaves intact. A browser without it (private mode, full
 * disk) keeps them in memory, and `isKept` tells the screens to say so.
 */
import { createStore, del, update, type UseStore } from "idb-keyval";
import { isSignedOut } from "../signOuts";
import { picturesIn, type Change, type Entries } from "./entry";
import { parseEntries } from "./parse";

export type EntryStore = {
  /** Applies the change as one transaction over all tabs and returns the result. */
  readonly update: (change: Change) => Promise<Entries>;
};

/** Some browsers leave a blocked database unanswered instead of refusing it. */
const PATIENCE_MS = 5_000;

let opened: UseStore | undefined;

function database(): UseStore {
  return (opened ??= createStore("mandi-outbox", "accounts"));
}

/** The account's entries in IndexedDB, without those whose session was signed out in this browser. */
export function indexedEntries(accountId: string): EntryStore {
  return {
    async update(change) {
      let result: Entries = [];
      await update<unknown>(
        accountId,
        (kept) => {
          const entries = parseEntries(kept).filter(({ session }) => !isSignedOut(session));
          return (result = change(entries));
        },
        database(),
      );
      return result;
    },
  };
}

/** Drops the bytes of pictures whose entries are gone: sent, withdrawn or dismissed. */
export function droppingPictures(store: EntryStore): EntryStore {
  let known: readonly string[] = [];
  return {
    async update(change) {
      const entries = await store.update(change);
      const kept = picturesIn(entries).map(({ id }) => id);
      const gone = known.filter((id) => !kept.includes(id));
      known = kept;
      if (gone.length > 0) void dropPictures(gone);
      return entries;
    },
  };
}

async function dropPictures(ids: readonly string[]): Promise<void> {
  // What could not be dropped now is dropped when the next picture is kept.
  await import("../pictures/kept").then((kept) => kept.dropPictures(ids)).catch(() => undefined);
}

/** Discards what the account left, for a sign-out. Storage that is blocked has nothing. */
export async function discardEntries(accountId: string): Promise<void> {
  await Promise.allSettled([
    del(accountId, database()),
    import("../pictures/kept").then((kept) => kept.discardPictures(accountId)),
    import("../importJob").then((kept) => kept.discardJobs(accountId)),
  ]);
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error("The database does not respond."));
    const timer = setTimeout(late, PATIENCE_MS);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The entries of a result that were there before. */
function withoutNew(before: Entries, after: Entries): Entries {
  const keys = new Set(before.map(({ key }) => key));
  return after.filter(({ key }) => keys.has(key));
}

/**
 * Uses a store until it fails once, and memory from then on. The store may still carry out late what it was given before, so it gets
 * the later changes too: what is withdrawn in memory is withdrawn there. It takes no new entries any more; this tab sends those itself.
 */
export class FallbackStore implements EntryStore {
  readonly #store: EntryStore;
  #known: Entries = [];
  #isKept = true;

  constructor(store: EntryStore) {
    this.#store = store;
  }

  /** False once entries live in this tab's memory only. */
  get isKept(): boolean {
    return this.#isKept;
  }

  async update(change: Change): Promise<Entries> {
    const stored = this.#stored(change).catch(() => null);
    const entries = this.#isKept ? await inTime(stored).catch(() => null) : null;
    // Another change may have failed meanwhile, whose entry the store lacks.
    if (entries !== null && this.#isKept) return (this.#known = entries);
    this.#isKept = false;
    return (this.#known = change(this.#known));
  }

  #stored(change: Change): Promise<Entries> {
    return this.#store.update((entries) => {
      const after = change(entries);
      return this.#isKept ? after : withoutNew(entries, after);
    });
  }
}
