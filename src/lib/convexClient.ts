/**
 * The one connection to the market. It goes to the origin that the page came from, unless the build was told otherwise
 * (VITE_CONVEX_URL: Convex Cloud or another host).
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
import { openAccountStorage } from "./accountStorage";
import { sessionOf, storedSession, type TokenSession } from "./tokens";

/** How long one attempt to refresh the session may take before the next one starts. */
const ATTEMPT_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

function configuredUrl(): string | undefined {
  const url: unknown = import.meta.env["VITE_CONVEX_URL"];
  return typeof url === "string" && url !== "" ? url : undefined;
}

type Attempt = { answered: true; token: string | null | undefined } | { answered: false };

async function attempt(fetchToken: AuthTokenFetcher, force: boolean): Promise<Attempt> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Attempt>((resolve) => {
    timer = setTimeout(() => resolve({ answered: false }), ATTEMPT_MS);
  });
  const asked = fetchToken({ forceRefreshToken: force }).then(
    (token): Attempt => ({ answered: true, token }),
    (): Attempt => ({ answered: false }),
  );
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}

/**
 * A token fetcher that neither throws nor hangs. The Convex client waits for ever on one that does, with its socket paused, and
 * takes "no token" for "signed out": so a network that is away must not look like either. It answers null only when the
 * server (or the empty token store) said so.
 */
export function steady(fetchToken: AuthTokenFetcher): AuthTokenFetcher {
  return async ({ forceRefreshToken }) => {
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const result = await attempt(fetchToken, forceRefreshToken);
      if (result.answered) return result.token;
      const pause = pauseMs;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };
}

type Listener = () => void;
type MutationReference = FunctionReference<"mutation"> | FunctionReference_future<"mutation">;
type ActionReference = FunctionReference<"action"> | FunctionReference_future<"action">;

/**
 * A client of one sign-in. It takes the first token that it is given, and never one of another account or session: when somebody
 * signs out, or another account signs in, in whatever tab, it closes for good with everything that it had queued, and `App`
 * begins anew with another client. Every command says whom it was meant for, and the server refuses it from anybody else.
 */
export class MarketClient extends ConvexReactClient {
  #session: TokenSession | null;
  #isClosed = false;
  #lastState: ConnectionState | null = null;
  readonly #listeners = new Set<Listener>();

  constructor(deploymentUrl: string, options?: ConvexReactClientOptions) {
    // The library's own warning outlives a closed client; `hasUnsentCommands` says what is asked here.
    super(deploymentUrl, { ...options, unsavedChangesWarning: false });
    this.#session = storedSession(deploymentUrl);
    openAccountStorage(this.#session);
  }

  get session(): TokenSession | null {
    return this.#session;
  }

  /** The account that this client speaks for; null for a visitor. */
  get accountId(): string | null {
    return this.#session?.accountId ?? null;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get hasUnsentCommands(): boolean {
    return !this.#isClosed && this.connectionState().hasInflightRequests;
  }

  /** Tells of a sign-in, and of the end. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Closes if somebody else is signed in in this browser by now, or nobody. */
  readonly checkSession = (): void => {
    if (this.#session !== null && storedSession(this.url)?.id !== this.#session.id) this.end();
  };

  /** Closes for good: nothing that is queued or called from now on is ever sent or answered. */
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

  override setAuth(...[fetchToken, ...rest]: Parameters<ConvexReactClient["setAuth"]>): void {
    if (this.#isClosed) return;
    const steadily = steady(fetchToken);
    super.setAuth(async (asked) => this.#admit(await steadily(asked)), ...rest);
  }

  override clearAuth(): void {
    this.checkSession();
    if (!this.#isClosed) super.clearAuth();
  }

  /** As it was at the end: what is still drawn until the page begins anew may ask. */
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

  /** A token of this client's own sign-in is handed on; any other one, and none, is the end of it. */
  #admit(token: string | null | undefined): Promise<string | null | undefined> {
    const session = sessionOf(token);
    if (this.#session === null && session !== null && !this.#isClosed) this.#bind(session);
    if (this.#session?.id === session?.id && !this.#isClosed) return Promise.resolve(token);
    this.end();
    return never();
  }

  #bind(session: TokenSession): void {
    this.#session = session;
    openAccountStorage(session);
    for (const listener of this.#listeners) listener();
  }
}

function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}

export function connect(): MarketClient {
  return new MarketClient(configuredUrl() ?? window.location.origin, {
    skipConvexDeploymentUrlCheck: true,
  });
}
