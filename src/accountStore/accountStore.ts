/**
 * Keeps what belongs to accounts in IndexedDB, which a closed tab or browser leaves intact. Nothing is read or written for a session that
 * was signed out in any tab, and the first access of another session discards what earlier ones left.
 *
 * Screens that need a text at their first render can't wait for a database: see `drafts.ts`.
 */
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import type { TokenSession } from "../session/tokens";
import { orNull } from "./fallback";
import { isSignedOut } from "./signOuts";

/** Entries that are kept for the "session" end as soon as another account, or nobody, is signed in. */
export type Lifetime = "account" | "session";

/** Returns the key of an account's record: of one collection, and of an entry in it. */
export function pathOf(
  { accountId }: TokenSession,
  lifetime: Lifetime,
  ...names: string[]
): string[] {
  return [accountId, lifetime, ...names];
}

/** The ids of the sessions that last used the store: the latest, and that of each account. */
type Sessions = {
  readonly present: string | null;
  readonly byAccount: ReadonlyMap<string, string>;
};
const SESSIONS = "sessions";

/** Returns the keys of a path and of all that is below it. */
function below(path: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(path, [...path, []]);
}

/**
 * Notes the session that uses the store. Discards what signed-out sessions and the ended account left, and what is kept for sessions
 * of other accounts. Returns false for a session that is over.
 */
async function admit(
  store: IDBObjectStore,
  session: TokenSession | null,
  endedAccountId: string | null = null,
): Promise<boolean> {
  if (session !== null && isSignedOut(session.id)) return false;
  const sessions = (await promisifyRequest(store.get(SESSIONS))) as Sessions | undefined;
  if (session !== null && sessions?.present === session.id) return true;
  const byAccount = new Map(sessions?.byAccount);
  for (const [accountId, id] of byAccount) {
    const isOver = accountId === endedAccountId || isSignedOut(id);
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
  readonly #discardListeners: (() => void)[] = [];
  #database: UseStore | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Runs `work` in one transaction over all tabs; `ended` is the result for a session that is over. Rejects where the database fails. */
  transaction<Result>(
    session: TokenSession,
    ended: () => Result,
    work: (store: IDBObjectStore) => Promise<Result>,
  ): Promise<Result> {
    return this.#run(async (store) => ((await admit(store, session)) ? work(store) : ended()));
  }

  /** Applies a change to a value that the account has under a name, and returns the result. Rejects like a transaction. */
  update<Value>(
    session: TokenSession,
    name: string,
    change: (stored: unknown) => Value,
  ): Promise<Value> {
    const ended = () => change(undefined);
    return this.transaction(session, ended, async (store) => {
      const path = pathOf(session, "account", name);
      const value = change(await promisifyRequest(store.get(path)));
      store.put(value, path);
      return value;
    });
  }

  /** Discards what is kept for sessions, and all that the account left if one is named: it signed out. */
  async discard(accountId: string | null): Promise<void> {
    for (const listener of this.#discardListeners) listener();
    await orNull(this.#run((store) => admit(store, null, accountId)));
  }

  onDiscard(listener: () => void): void {
    this.#discardListeners.push(listener);
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

export const accountStore = new AccountStore("mandi-account");
