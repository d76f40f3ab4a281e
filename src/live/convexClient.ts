/**
 * Creates the app's only connection to the server. It uses the page's origin unless the build sets VITE_CONVEX_URL (Convex Cloud
 * or another host).
 */
import type { ConnectionState } from "convex/browser";
import {
  type AuthTokenFetcher,
  ConvexReactClient,
  type ConvexReactClientOptions,
  type MutationOptions,
} from "convex/react";
import type {
  ArgsAndOptions,
  FunctionArgs,
  FunctionReference,
  FunctionReference_future,
  FunctionReturnType,
  OptionalRestArgs,
} from "convex/server";
import { openAccountStore } from "../accountStore/drafts";
import { sessionOf, storedSession, type TokenSession } from "../session/tokens";

/** A connection over a slow network takes less. */
const STUCK_AFTER_MS = 1_500;

let newest: { readonly socket: WebSocket; readonly since: number } | null = null;

function openSocket(...args: ConstructorParameters<typeof WebSocket>): WebSocket {
  const socket = new WebSocket(...args);
  newest = { socket, since: Date.now() };
  return socket;
}

/**
 * The socket of the Convex client. It can be dropped while it hangs in connecting, where a network that was away may leave it for
 * minutes. It is a function, because a build without sockets loads this as well.
 */
const MarketSocket = openSocket as unknown as typeof WebSocket;

/** Closes the newest socket if it has been connecting for too long; resolves once it is closed. */
export async function dropStuckSocket(): Promise<void> {
  if (newest === null) return;
  const { socket, since } = newest;
  if (socket.readyState !== WebSocket.CONNECTING || Date.now() - since <= STUCK_AFTER_MS) return;
  await new Promise((resolve) => {
    socket.addEventListener("close", resolve, { once: true });
    socket.close();
  });
}

/** The longest that one attempt to refresh the token may take before the next one starts. */
const ATTEMPT_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 15_000;

function configuredUrl(): string | undefined {
  const url: unknown = import.meta.env["VITE_CONVEX_URL"];
  return typeof url === "string" && url !== "" ? url : undefined;
}

type Attempt = { answered: true; token: string | null | undefined } | { answered: false };

async function attempt(fetchToken: AuthTokenFetcher, force: boolean): Promise<Attempt> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<Attempt>((resolve) => {
    timer = setTimeout(() => resolve({ answered: false }), ATTEMPT_MS);
  });
  const fetched = fetchToken({ forceRefreshToken: force }).then(
    (token): Attempt => ({ answered: true, token }),
    (): Attempt => ({ answered: false }),
  );
  return Promise.race([fetched, timedOut]).finally(() => clearTimeout(timer));
}

/** Resolves after the pause, or earlier when the network is back. */
function pauseOrOnline(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    if (typeof window !== "undefined")
      window.addEventListener("online", end, { signal: ended.signal });
  });
}

/**
 * Wraps a token fetcher so that it neither throws nor hangs. The Convex client would wait for ever with its socket paused, or
 * treat a missing token as signed out. Network failures are therefore retried. It returns null only when the server or the empty
 * token store said so.
 */
export function withRetries(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
  return async ({ forceRefreshToken }) => {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const result = await attempt(fetchToken, forceRefreshToken);
      if (result.answered) return result.token;
      await pauseOrOnline(pauseMs);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
    }
  };
}

type Listener = () => void;
type MutationReference = FunctionReference<"mutation"> | FunctionReference_future<"mutation">;
type ActionReference = FunctionReference<"action"> | FunctionReference_future<"action">;

/**
 * A Convex client bound to one session. It adopts the first token that it gets and closes for good when the token changes account
 * or session, in any tab. Queued calls are dropped and `App` restarts with a new client. Each command carries its account id, and
 * the server rejects it from any other account.
 */
export class MarketClient extends ConvexReactClient {
  #session: TokenSession | null;
  #isClosed = false;
  #isAuthenticated = false;
  #lastState: ConnectionState | null = null;
  readonly #listeners = new Set<Listener>();

  constructor(deploymentUrl: string, options?: ConvexReactClientOptions) {
    // The library's own warning outlives a closed client, so `warnWhileUnsent` asks `hasUnsentCommands` instead.
    super(deploymentUrl, { ...options, unsavedChangesWarning: false });
    this.#session = storedSession(deploymentUrl);
    openAccountStore(this.#session);
  }

  get session(): TokenSession | null {
    return this.#session;
  }

  /** Returns the account of this client's session; null for a visitor. */
  get accountId(): string | null {
    return this.#session?.accountId ?? null;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Returns true once the server has accepted the session's token. */
  get isAuthenticated(): boolean {
    return this.#isAuthenticated && !this.#isClosed;
  }

  get hasUnsentCommands(): boolean {
    return !this.#isClosed && this.connectionState().hasInflightRequests;
  }

  /** Notifies the listener when the client signs in, is authenticated, or closes. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Closes the client when this browser's stored session is another one, or none. */
  readonly checkSession = (): void => {
    if (this.#session !== null && storedSession(this.url)?.id !== this.#session.id) this.end();
  };

  /** Closes for good: queued and later calls are never sent or answered. */
  end(): void {
    if (this.#isClosed) return;
    this.#lastState = super.connectionState();
    this.#isClosed = true;
    void super.close();
    for (const listener of this.#listeners) listener();
  }

  override close(): Promise<void> {
    this.end();
    return Promise.resolve();
  }

  override setAuth(
    ...[fetchToken, onChange, ...rest]: Parameters<ConvexReactClient["setAuth"]>
  ): void {
    if (this.#isClosed) return;
    const fetchWithRetries = withRetries(fetchToken);
    super.setAuth(
      async (options) => this.#admit(await fetchWithRetries(options)),
      (isAuthenticated) => {
        this.#noteAuthenticated(isAuthenticated);
        onChange?.(isAuthenticated);
      },
      ...rest,
    );
  }

  override clearAuth(): void {
    this.checkSession();
    if (this.#isClosed) return;
    this.#noteAuthenticated(false);
    super.clearAuth();
  }

  /** Returns the last state after closing, because mounted components still read it until the app restarts. */
  override connectionState(): ConnectionState {
    return this.#lastState ?? super.connectionState();
  }

  override mutation<Mutation extends MutationReference>(
    mutation: Mutation,
    ...call: ArgsAndOptions<Mutation, MutationOptions<FunctionArgs<Mutation>>>
  ): Promise<FunctionReturnType<Mutation>> {
    const [args, options] = call;
    const addressed = [this.#addressed(args), options] as unknown as typeof call;
    return this.#isClosed ? never() : super.mutation(mutation, ...addressed);
  }

  override action<Action extends ActionReference>(
    action: Action,
    ...[args]: OptionalRestArgs<Action>
  ): Promise<FunctionReturnType<Action>> {
    const addressed = [this.#addressed(args)] as unknown as OptionalRestArgs<Action>;
    return this.#isClosed ? never() : super.action(action, ...addressed);
  }

  #addressed(args: object | undefined): object {
    return this.accountId === null ? { ...args } : { ...args, meantFor: this.accountId };
  }

  /** Passes on a token of this client's session; closes the client on any other token, or none. */
  #admit(token: string | null | undefined): Promise<string | null | undefined> {
    const session = sessionOf(token);
    if (this.#session === null && session !== null && !this.#isClosed) this.#bind(session);
    if (this.#session?.id === session?.id && !this.#isClosed) return Promise.resolve(token);
    this.end();
    return never();
  }

  #noteAuthenticated(isAuthenticated: boolean): void {
    this.#isAuthenticated = isAuthenticated;
    for (const listener of this.#listeners) listener();
  }

  #bind(session: TokenSession): void {
    this.#session = session;
    openAccountStore(session);
    for (const listener of this.#listeners) listener();
  }
}

function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}

export function connect(): MarketClient {
  return new MarketClient(configuredUrl() ?? window.location.origin, {
    skipConvexDeploymentUrlCheck: true,
    webSocketConstructor: MarketSocket,
  });
}
