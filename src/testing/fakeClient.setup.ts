/**
 * A client without a server for component tests: queries are answered from a table, calls by functions. A query or call that is
 * not in the table is never answered, like one whose answer is still on its way.
 */
import type { ConnectionState } from "convex/browser";
import type { AuthTokenFetcher } from "convex/react";
import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
} from "convex/server";
import { MarketClient } from "../live/convexClient";

const URL = "http://market.test";

type Call = { readonly name: string; readonly args: unknown };
type Result = (args: unknown) => unknown;

const LIVE: ConnectionState = {
  hasInflightRequests: false,
  isWebSocketConnected: true,
  timeOfOldestInflightRequest: null,
  hasEverConnected: true,
  connectionCount: 1,
  connectionRetries: 0,
  inflightMutations: 0,
  inflightActions: 0,
};

/** Stores an unsigned token where the auth library keeps it, or removes it for a visitor. */
export function storeToken(accountId: string | null): void {
  const key = `__convexAuthJWT_${URL.replace(/[^a-zA-Z0-9]/g, "")}`;
  if (accountId === null) {
    localStorage.removeItem(key);
    return;
  }
  const part = (value: unknown) => btoa(JSON.stringify(value));
  const claims = { sub: `${accountId}|session-${accountId}`, iat: 1, exp: 9_999_999_999 };
  localStorage.setItem(key, `${part({ alg: "RS256" })}.${part(claims)}.signature`);
}

export class FakeClient extends MarketClient {
  readonly calls: Call[] = [];
  readonly #queries = new Map<string, Result>();
  readonly #calls = new Map<string, Result>();
  /** React compares results by identity, so each is computed once. */
  readonly #computed = new Map<string, unknown>();
  readonly #watchers = new Set<() => void>();
  readonly #connectionWatchers = new Set<(state: ConnectionState) => void>();
  #connection = LIVE;

  /** The token must have been stored before: the client belongs to its session. */
  constructor() {
    super(URL, { skipConvexDeploymentUrlCheck: true });
    // The library would open a socket when it is first asked for its state.
    Object.defineProperty(this, "sync", { value: { connectionState: () => LIVE } });
  }

  /** Answers a query from now on; an Error makes it fail. */
  answer<Query extends FunctionReference<"query">>(
    query: Query,
    result:
      | FunctionReturnType<Query>
      | Error
      | ((args: FunctionArgs<Query>) => FunctionReturnType<Query> | Error | undefined),
  ): this {
    const resultOf = typeof result === "function" ? result : () => result;
    this.#queries.set(getFunctionName(query), resultOf);
    this.#computed.clear();
    for (const changed of [...this.#watchers]) changed();
    return this;
  }

  /** Answers a mutation or action from now on; a thrown or returned Error refuses it. */
  onCall<Called extends FunctionReference<"mutation" | "action">>(
    called: Called,
    result: (
      args: FunctionArgs<Called>,
    ) => FunctionReturnType<Called> | Error | Promise<FunctionReturnType<Called>>,
  ): this {
    this.#calls.set(getFunctionName(called), result);
    return this;
  }

  /** Returns the arguments of the calls of one function so far. */
  argsOf<Called extends FunctionReference<"mutation" | "action">>(
    called: Called,
  ): FunctionArgs<Called>[] {
    const name = getFunctionName(called);
    return this.calls.filter((call) => call.name === name).map(({ args }) => args as never);
  }

  goOffline(): void {
    this.#connect({ ...LIVE, isWebSocketConnected: false });
    window.dispatchEvent(new Event("offline"));
  }

  goOnline(): void {
    this.#connect(LIVE);
    window.dispatchEvent(new Event("online"));
  }

  #connect(state: ConnectionState): void {
    this.#connection = state;
    for (const changed of [...this.#connectionWatchers]) changed(state);
  }

  #resultOf(name: string, args: unknown): unknown {
    const key = `${name} ${JSON.stringify(args)}`;
    if (!this.#computed.has(key)) this.#computed.set(key, this.#queries.get(name)?.(args));
    const result = this.#computed.get(key);
    if (result instanceof Error) throw result;
    return result;
  }

  async #call(name: string, args: unknown): Promise<unknown> {
    this.calls.push({ name, args });
    const result = this.#calls.get(name);
    if (result === undefined) return new Promise<never>(() => undefined);
    const value = await result(args);
    if (value instanceof Error) throw value;
    return value;
  }

  override watchQuery = ((query: FunctionReference<"query">, args: unknown = {}) => ({
    onUpdate: (changed: () => void) => {
      this.#watchers.add(changed);
      return () => this.#watchers.delete(changed);
    },
    localQueryResult: () => this.#resultOf(getFunctionName(query), args),
    localQueryLogs: () => undefined,
    journal: () => undefined,
  })) as unknown as MarketClient["watchQuery"];

  override mutation = ((called: FunctionReference<"mutation">, args: unknown) =>
    this.#call(getFunctionName(called), args)) as MarketClient["mutation"];

  override action = ((called: FunctionReference<"action">, args: unknown) =>
    this.#call(getFunctionName(called), args)) as MarketClient["action"];

  override connectionState(): ConnectionState {
    return this.#connection;
  }

  override subscribeToConnectionState(changed: (state: ConnectionState) => void): () => void {
    this.#connectionWatchers.add(changed);
    return () => this.#connectionWatchers.delete(changed);
  }

  override setAuth(
    fetchToken: AuthTokenFetcher,
    onChange?: (isAuthenticated: boolean) => void,
  ): void {
    void fetchToken({ forceRefreshToken: false }).then((token) =>
      onChange?.(token !== null && token !== undefined),
    );
  }

  override clearAuth(): void {
    // Nobody is connected.
  }

  override get isAuthenticated(): boolean {
    return this.accountId !== null && !this.isClosed;
  }
}

/** Returns the failure of a query or call that the server did not word. */
export function serverError(): Error {
  return new Error("[Request ID: 1] Server Error");
}

/** Returns rows as the only page of a list, or as one with more behind it. */
export function pageOf<Row>(page: Row[], { isDone = true } = {}) {
  return { page, isDone, continueCursor: isDone ? "end" : `after ${page.length}` };
}
