/**
 * Keeps the last results of one account's queries in IndexedDB. There is never more than one account's: opening wipes what another
 * left, and so does signing out.
 */
import { clear, createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { isSignedOut } from "../signOuts";
import type { TokenSession } from "../tokens";

/** A result and the last time when it was known to be the server's. */
export type KeptResult = { readonly value: unknown; readonly at: number };

type Entry = { readonly at: number; readonly bytes: number };
type Index = {
  readonly session: TokenSession;
  readonly entries: Readonly<Record<string, Entry>>;
};

/** Enough for the pages of one day, well below any browser's quota. */
export const ENTRIES_MAX = 60;
export const BYTES_MAX = 2_000_000;
export const ENTRY_BYTES_MAX = 300_000;

const INDEX = "index";
const valueKey = (queryKey: string) => `result ${queryKey}`;

let opened: UseStore | undefined;

function database(): UseStore {
  return (opened ??= createStore("mandi-last-results", "results"));
}

function isIndex(value: unknown): value is Index {
  return typeof value === "object" && value !== null && "session" in value && "entries" in value;
}

/** Drops the oldest entries beyond the limits. */
export function bounded(entries: Index["entries"]): Index["entries"] {
  let bytes = 0;
  const newestFirst = Object.entries(entries).sort(([, one], [, other]) => other.at - one.at);
  return Object.fromEntries(
    newestFirst.slice(0, ENTRIES_MAX).filter(([, entry]) => (bytes += entry.bytes) <= BYTES_MAX),
  );
}

/** Returns the size of a result as JSON; infinite for what has none. */
function bytesOf(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length;
  } catch {
    return Infinity;
  }
}

async function indexIn(store: IDBObjectStore, { accountId }: TokenSession): Promise<Index | null> {
  const index: unknown = await promisifyRequest(store.get(INDEX));
  const isOwn =
    isIndex(index) && index.session.accountId === accountId && !isSignedOut(index.session.id);
  return isOwn ? index : null;
}

export class LastResultStore {
  readonly #session: TokenSession;

  constructor(session: TokenSession) {
    this.#session = session;
  }

  /** Wipes what another account or a signed-out session left. */
  async open(): Promise<void> {
    await this.keep(new Map());
  }

  /** Adds results, or only their newer times where the value is absent. A signed-out session keeps nothing. */
  async keep(changes: ReadonlyMap<string, { at: number; value?: unknown }>): Promise<void> {
    await database()("readwrite", async (store) => {
      const index = await indexIn(store, this.#session);
      if (index === null) store.clear();
      if (isSignedOut(this.#session.id)) return;
      const before = index?.entries ?? {};
      const entries: Record<string, Entry> = { ...before };
      for (const [queryKey, { at, value }] of changes) {
        const bytes = value === undefined ? before[queryKey]?.bytes : bytesOf(value);
        if (bytes === undefined || bytes > ENTRY_BYTES_MAX) continue;
        entries[queryKey] = { at, bytes };
        if (value !== undefined) store.put(value, valueKey(queryKey));
      }
      const kept = bounded(entries);
      for (const queryKey of Object.keys(entries))
        if (!(queryKey in kept)) store.delete(valueKey(queryKey));
      store.put({ session: this.#session, entries: kept } satisfies Index, INDEX);
    });
  }

  /** Returns all kept results of the account. */
  async all(): Promise<Map<string, KeptResult>> {
    return database()("readonly", async (store) => {
      const index = await indexIn(store, this.#session);
      const entries = Object.entries(index?.entries ?? {});
      const results = await Promise.all(
        entries.map(async ([queryKey, { at }]) => {
          const value: unknown = await promisifyRequest(store.get(valueKey(queryKey)));
          return [queryKey, { value, at }] as const;
        }),
      );
      return new Map(results.filter(([, { value }]) => value !== undefined));
    });
  }
}

/** Wipes the kept results of whoever was here. */
export async function discardLastResults(): Promise<void> {
  try {
    await clear(database());
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}
