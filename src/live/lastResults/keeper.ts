/** Keeps the results that screens use, and hands out the last ones while the connection is gone. */
import { formatDateTime, formatTime, todayIst } from "../../../domain/dates";
import type { Collection, EntryWrite, StoredEntry } from "../../accountStore/collection";
import type { ConnectionState } from "../connection";
import type { TokenSession } from "../../session/tokens";
import type { LastResults } from "../useLastResult";

/** A list's first rows. */
const ROWS_MAX = 100;
/** Changes of live results are written together. */
const WRITE_AFTER_MS = 1_000;
/** The first result of a query is written sooner: the page may be closed as soon as it is there. */
const FIRST_WRITE_AFTER_MS = 100;
/** A time may be so much older than the truth where a browser ends without notice. */
const RENEW_MS = 30_000;
/** The server has this long to answer anew before a page is without anything to show. */
const SHOWN_AFTER_RETURN_MS = 5_000;

export type ResultStore = Pick<Collection<unknown>, "all" | "putAll">;
type Connection = {
  readonly state: () => ConnectionState;
  readonly subscribe: (listener: () => void) => () => void;
};
type Use = { readonly queryKey: string; readonly fresh: unknown };
type Outlet = {
  readonly results: (results: LastResults | null) => void;
  readonly asOf: (words: string | null) => void;
};

/** Tomorrow's query of a page that asks for today is the same to whoever is offline. */
function keptKey(queryKey: string): string {
  return queryKey.replace(/"today":"[^"]*",?/, "");
}

function shortened(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(0, ROWS_MAX) : value;
}

/** Returns, for example, "10:42 am", with the day if it is another one. */
function wordsOf(at: number): string {
  return todayIst(at) === todayIst(Date.now()) ? formatTime(at) : formatDateTime(at);
}

class Shown extends Map<string, unknown> {
  override get(queryKey: string): unknown {
    return super.get(keptKey(queryKey));
  }
}

export class Keeper {
  readonly #session: TokenSession;
  readonly #store: ResultStore;
  readonly #connection: Connection;
  readonly #outlet: Outlet;
  readonly #uses = new Set<Use>();
  readonly #written = new Map<string, unknown>();
  /** Results of uses that ended before they were written. */
  readonly #left = new Map<string, unknown>();
  #stored: ReadonlyMap<string, StoredEntry<unknown>> = new Map();
  /** True once the kept results have been read, without a connection. */
  #areRead = false;
  #lostAt: number | null = null;
  #isOver = false;
  #write: { readonly dueAt: number; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  #forget: ReturnType<typeof setTimeout> | undefined;
  readonly #renewal: ReturnType<typeof setInterval>;
  readonly #unsubscribe: () => void;

  constructor(session: TokenSession, store: ResultStore, connection: Connection, outlet: Outlet) {
    this.#session = session;
    this.#store = store;
    this.#connection = connection;
    this.#outlet = outlet;
    this.#renewal = setInterval(() => this.flush(), RENEW_MS);
    this.#unsubscribe = connection.subscribe(() => this.#noteConnection());
    // Discards at once what another account left.
    void store.putAll(session, new Map());
    this.#show();
    this.#noteConnection();
  }

  /** Ends it without writing: the session may be over. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#write?.timer);
    clearTimeout(this.#forget);
    clearInterval(this.#renewal);
    this.#unsubscribe();
    this.#outlet.results(null);
    this.#outlet.asOf(null);
  }

  /** Writes what is used now, with the time until which it was the server's. */
  flush(): void {
    clearTimeout(this.#write?.timer);
    this.#write = null;
    if (this.#isOver || this.#lostAt !== null) return;
    const changes = new Map<string, EntryWrite<unknown>>();
    const at = Date.now();
    const inUse = [...this.#uses].map(({ queryKey, fresh }) => [keptKey(queryKey), fresh] as const);
    for (const [key, fresh] of [...this.#left, ...inUse]) {
      if (fresh === undefined) continue;
      const isNew = this.#written.get(key) !== fresh;
      this.#written.set(key, fresh);
      // Several screens may use one query.
      if (isNew || !changes.has(key))
        changes.set(key, isNew ? { at, value: shortened(fresh) } : { at });
    }
    this.#left.clear();
    if (changes.size > 0) void this.#store.putAll(this.#session, changes);
  }

  readonly use = (queryKey: string, fresh: unknown): (() => void) => {
    const use = { queryKey, fresh };
    const key = keptKey(queryKey);
    this.#uses.add(use);
    if (fresh !== undefined)
      this.#writeAfter(this.#written.has(key) ? WRITE_AFTER_MS : FIRST_WRITE_AFTER_MS);
    this.#sayAsOf();
    return () => {
      this.#uses.delete(use);
      const isLeft = fresh !== undefined && this.#written.get(key) !== fresh;
      if (isLeft && this.#lostAt === null) this.#left.set(key, fresh);
      this.#sayAsOf();
    };
  };

  #writeAfter(ms: number): void {
    const dueAt = Date.now() + ms;
    if (this.#isOver || (this.#write !== null && this.#write.dueAt <= dueAt)) return;
    clearTimeout(this.#write?.timer);
    this.#write = { dueAt, timer: setTimeout(() => this.flush(), ms) };
  }

  #noteConnection(): void {
    const { status } = this.#connection.state();
    if (status === "live") this.#noteReturn();
    else if (this.#lostAt === null) {
      this.flush();
      this.#lostAt = Date.now();
    }
    if (status === "offline") void this.#showKept();
  }

  #noteReturn(): void {
    if (this.#lostAt === null) return;
    this.#lostAt = null;
    this.#sayAsOf();
    this.#writeAfter(WRITE_AFTER_MS);
    if (!this.#areRead) return;
    this.#areRead = false;
    this.#show();
    this.#forget ??= setTimeout(() => {
      this.#forget = undefined;
      this.#stored = new Map();
      this.#show();
    }, SHOWN_AFTER_RETURN_MS);
  }

  async #showKept(): Promise<void> {
    clearTimeout(this.#forget);
    this.#forget = undefined;
    const stored = await this.#store.all(this.#session);
    if (this.#isOver || this.#lostAt === null) return;
    this.#stored = stored;
    this.#areRead = true;
    this.#show();
    this.#sayAsOf();
  }

  #show(): void {
    const values = [...this.#stored].map(([key, { value }]) => [key, value] as const);
    this.#outlet.results({ shown: new Shown(values), areRead: this.#areRead, use: this.use });
  }

  /** The time of the oldest result on the screen. */
  #sayAsOf(): void {
    // Screens that are leaving end their uses after their session, whose successor has its own times.
    if (this.#isOver) return;
    const { status } = this.#connection.state();
    if (this.#lostAt === null || status !== "offline") {
      this.#outlet.asOf(null);
      return;
    }
    const lostAt = this.#lostAt;
    const times = [...this.#uses].flatMap(({ queryKey, fresh }) =>
      fresh === undefined ? (this.#stored.get(keptKey(queryKey))?.at ?? []) : lostAt,
    );
    this.#outlet.asOf(times.length === 0 ? null : wordsOf(Math.min(...times)));
  }
}
