/**
 * Keeps what belongs to accounts in IndexedDB, which a closed tab or browser leaves intact: each collection of an account has an
 * index and a record for each entry. Nothing is read or written for a session that was signed out in any tab, and the first access of
 * another session discards what earlier ones left. What the database does not take lives in memory, as long as the page.
 *
 * Screens that need a text at their first render can't wait for a database: see `drafts.ts`.
 */
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import type { TokenSession } from "../lib/tokens";
import { orNull } from "./fallback";
import { bounded, type Limits, type Stamp } from "./limits";
import { isSignedOut } from "./signOuts";

export type CollectionOptions<Value> = Limits & {
  /** Entries for the "session" end as soon as another account, or nobody, is signed in. The default is "account". */
  readonly keptFor?: "account" | "session";
  /** What is larger as JSON is not stored. */
  readonly entryBytesMax?: number;
  /** Returns undefined for what is damaged or not there. */
  readonly parse: (stored: unknown) => Value | undefined;
};

export type StoredEntry<Value> = { readonly at: number; readonly value: Value };
/** Without a value it is the newer time of a stored one. */
export type EntryWrite<Value> = { readonly at: number; readonly value?: Value };

type Index = Map<string, Stamp>;
type Path = readonly string[];
type Work<Result> = (store: IDBObjectStore, index: Index, path: Path) => Result | Promise<Result>;

/** The ids of the sessions that last used the store: the latest, and that of each account. */
type Sessions = {
  readonly present: string | null;
  readonly byAccount: ReadonlyMap<string, string>;
};
const SESSIONS = "sessions";

/** The keys of a path and of all that is below it. */
function below(path: Path): IDBKeyRange {
  return IDBKeyRange.bound(path, [...path, []]);
}

/** Returns the size of a value as JSON; infinite for what has none. */
function jsonBytes(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length;
  } catch {
    return Infinity;
  }
}

/**
 * Notes the session that uses the store. Discards what signed-out sessions left, the account that is over, and what is kept for
 * sessions of other accounts. Returns false for a session that is over.
 */
async function admit(
  store: IDBObjectStore,
  session: TokenSession | null,
  over: string | null = null,
): Promise<boolean> {
  if (session !== null && isSignedOut(session.id)) return false;
  const sessions = (await promisifyRequest(store.get(SESSIONS))) as Sessions | undefined;
  if (session !== null && sessions?.present === session.id) return true;
  const byAccount = new Map(sessions?.byAccount);
  for (const [accountId, id] of byAccount) {
    const isOver = accountId === over || isSignedOut(id);
    if (isOver) byAccount.delete(accountId);
    if (isOver) store.delete(below([accountId]));
    else if (accountId !== session?.accountId) store.delete(below([accountId, "session"]));
  }
  if (session !== null) byAccount.set(session.accountId, session.id);
  store.put({ present: session?.id ?? null, byAccount } satisfies Sessions, SESSIONS);
  return true;
}

export class AccountStore {
  readonly #name: string;
  readonly #collections: Collection<unknown>[] = [];
  #database: UseStore | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  collection<Value>(name: string, options: CollectionOptions<Value>): Collection<Value> {
    const collection = new Collection(this, name, options);
    this.#collections.push(collection as Collection<unknown>);
    return collection;
  }

  /** Runs `work` in one transaction over all tabs; `ended` is the result for a session that is over. Rejects where the database fails. */
  transaction<Result>(
    session: TokenSession,
    ended: () => Result,
    work: (store: IDBObjectStore) => Promise<Result>,
  ): Promise<Result> {
    return this.#run(async (store) => ((await admit(store, session)) ? work(store) : ended()));
  }

  /** Discards what is kept for sessions, and all that the account left if one is named: it signed out. */
  async discard(accountId: string | null): Promise<void> {
    for (const collection of this.#collections) collection.forget();
    await orNull(this.#run((store) => admit(store, null, accountId)));
  }

  async #run<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
    this.#database ??= createStore(this.#name, "entries");
    return this.#database("readwrite", async (store) => {
      const result = await work(store);
      // Complete, not only accepted: a full disk is noticed at the end.
      await promisifyRequest(store.transaction);
      return result;
    });
  }
}

/** The entries of one kind, by account and id. No method rejects but `update`. */
export class Collection<Value> {
  readonly #store: AccountStore;
  readonly #name: string;
  readonly #options: CollectionOptions<Value>;
  /** What the database did not take, by account. */
  readonly #memory = new Map<string, Map<string, StoredEntry<Value>>>();

  constructor(store: AccountStore, name: string, options: CollectionOptions<Value>) {
    this.#store = store;
    this.#name = name;
    this.#options = options;
  }

  /** Stores an entry. Resolves to false if the database did not take it. */
  put(session: TokenSession, id: string, value: Value): Promise<boolean> {
    return this.putAll(session, new Map([[id, { at: Date.now(), value }]]));
  }

  async putAll(
    session: TokenSession,
    writes: ReadonlyMap<string, EntryWrite<Value>>,
  ): Promise<boolean> {
    const { bytesMax, entryBytesMax = Infinity } = this.#options;
    const fitting = [...writes]
      .map(([id, { at, value }]) => {
        const isMeasured = bytesMax !== undefined && value !== undefined;
        return { id, at, value, bytes: isMeasured ? jsonBytes(value) : 0 };
      })
      .filter(({ bytes }) => bytes <= entryBytesMax);
    const isStored = await this.#attempt(session, (store, index, path) => {
      for (const { id, at, value, bytes } of fitting) {
        const before = index.get(id);
        if (value === undefined && before === undefined) continue;
        // It is the newest entry now, also in the order of adding.
        index.delete(id);
        index.set(id, value === undefined ? { ...before, at } : { at, bytes });
        if (value !== undefined) store.put(value, [...path, id]);
      }
      return true;
    });
    const memory = this.#memoryOf(session);
    for (const { id, at, value } of fitting) {
      memory.delete(id);
      if (isStored === null && value !== undefined) memory.set(id, { at, value });
    }
    const inLimits = bounded(memory, this.#options);
    for (const id of memory.keys()) if (!inLimits.has(id)) memory.delete(id);
    return isStored ?? false;
  }

  /** Returns the account's entry, or null if it is not kept here. */
  async get(session: TokenSession, id: string): Promise<Value | null> {
    const entry = this.#memoryOf(session).get(id);
    if (entry !== undefined) return entry.value;
    const stored = await this.#attempt(session, (store, index, path) =>
      index.has(id) ? promisifyRequest<unknown>(store.get([...path, id])) : undefined,
    );
    return this.#options.parse(stored) ?? null;
  }

  async all(session: TokenSession): Promise<Map<string, StoredEntry<Value>>> {
    const stored = await this.#attempt(session, (store, index, path) =>
      Promise.all(
        [...index].map(async ([id, { at }]) => {
          const value: unknown = await promisifyRequest(store.get([...path, id]));
          return [id, { at, value: this.#options.parse(value) }] as const;
        }),
      ),
    );
    const valid = (stored ?? []).flatMap(([id, { at, value }]) =>
      value === undefined ? [] : [[id, { at, value }] as const],
    );
    return new Map([...valid, ...this.#memoryOf(session)]);
  }

  async remove(session: TokenSession, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#memoryOf(session).delete(id);
    await this.#attempt(session, (_, index) => {
      for (const id of ids) index.delete(id);
    });
  }

  /** Applies a change to one entry as one transaction over all tabs. Rejects where the database fails: see `FallbackValue`. */
  update(
    session: TokenSession,
    id: string,
    change: (value: Value | undefined) => Value,
  ): Promise<Value> {
    const ended = () => change(undefined);
    return this.#inDatabase(session, ended, async (store, index, path) => {
      const key = [...path, id];
      const value = change(this.#options.parse(await promisifyRequest(store.get(key))));
      index.set(id, { at: Date.now() });
      store.put(value, key);
      return value;
    });
  }

  /** Empties the memory, for all accounts. */
  forget(): void {
    this.#memory.clear();
  }

  #memoryOf({ accountId, id }: TokenSession): Map<string, StoredEntry<Value>> {
    const memory = this.#memory.get(accountId) ?? new Map<string, StoredEntry<Value>>();
    if (!isSignedOut(id)) this.#memory.set(accountId, memory);
    return isSignedOut(id) ? new Map() : memory;
  }

  /** Resolves to null where the database fails or the session is over. */
  #attempt<Result>(session: TokenSession, work: Work<Result>): Promise<Result | null> {
    return orNull(this.#inDatabase<Result | null>(session, () => null, work));
  }

  /** Runs `work` on the records and the index. An entry that is taken out of the index, or beyond the limits, is deleted. */
  #inDatabase<Result>(
    session: TokenSession,
    ended: () => Result,
    work: Work<Result>,
  ): Promise<Result> {
    const path = [session.accountId, this.#options.keptFor ?? "account", this.#name];
    return this.#store.transaction(session, ended, async (store) => {
      const stored = ((await promisifyRequest(store.get(path))) ?? new Map()) as Index;
      const index = bounded(stored, this.#options);
      const result = await work(store, index, path);
      const after = bounded(index, this.#options);
      for (const id of [...stored.keys(), ...index.keys()])
        if (!after.has(id)) store.delete([...path, id]);
      store.put(after, path);
      return result;
    });
  }
}

export const accountStore = new AccountStore("mandi-account");
