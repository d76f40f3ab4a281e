/**
 * Keeps the entries of one kind in the account store, by account and id, with an index of their times and sizes. What the database does
 * not take lives in memory, as long as the page.
 */
import { promisifyRequest } from "idb-keyval";
import type { TokenSession } from "../session/tokens";
import { accountStore, type AccountStore, type Lifetime, pathOf } from "./accountStore";
import { orNull } from "./fallback";
import { bounded, type Limits, type Stamp } from "./limits";
import { isSignedOut } from "./signOuts";

type CollectionOptions<Value> = Limits & {
  /** The default is "account". */
  readonly keptFor?: Lifetime;
  /** The largest size of an entry as JSON; a larger one is not stored. */
  readonly entryBytesMax?: number;
  /** Returns undefined for what is damaged or not there. */
  readonly parse: (stored: unknown) => Value | undefined;
};

export type StoredEntry<Value> = { readonly at: number; readonly value: Value };
/** A new value, or only the newer time of a stored one. */
export type EntryWrite<Value> = { readonly at: number; readonly value?: Value };

type Index = Map<string, Stamp>;
type Path = readonly string[];
type Work<Result> = (store: IDBObjectStore, index: Index, path: Path) => Result | Promise<Result>;

/** Returns the size of a value as JSON; infinite for what has none. */
function jsonBytes(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length;
  } catch {
    return Infinity;
  }
}

/** Holds the entries of one kind, by account and id. No method rejects. */
export class Collection<Value> {
  readonly #name: string;
  readonly #options: CollectionOptions<Value>;
  readonly #store: AccountStore;
  /** The entries that the database did not take, by account. */
  readonly #memory = new Map<string, Map<string, StoredEntry<Value>>>();

  constructor(name: string, options: CollectionOptions<Value>, store = accountStore) {
    this.#name = name;
    this.#options = options;
    this.#store = store;
    store.onDiscard(() => this.#memory.clear());
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

  #memoryOf({ accountId, id }: TokenSession): Map<string, StoredEntry<Value>> {
    const memory = this.#memory.get(accountId) ?? new Map<string, StoredEntry<Value>>();
    if (!isSignedOut(id)) this.#memory.set(accountId, memory);
    return isSignedOut(id) ? new Map<string, StoredEntry<Value>>() : memory;
  }

  /**
   * Runs `work` on the records and the index. An entry that is taken out of the index, or beyond the limits, is deleted. Resolves to null
   * where the database fails or the session is over.
   */
  #attempt<Result>(session: TokenSession, work: Work<Result>): Promise<Result | null> {
    const path = pathOf(session, this.#options.keptFor ?? "account", this.#name);
    const run = async (store: IDBObjectStore): Promise<Result | null> => {
      const stored = ((await promisifyRequest(store.get(path))) ?? new Map()) as Index;
      const index = bounded(stored, this.#options);
      const result = await work(store, index, path);
      const after = bounded(index, this.#options);
      for (const id of [...stored.keys(), ...index.keys()])
        if (!after.has(id)) store.delete([...path, id]);
      if (after.size === 0) store.delete(path);
      else store.put(after, path);
      return result;
    };
    return orNull(this.#store.transaction(session, () => null, run));
  }
}
