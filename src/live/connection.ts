/**
 * Follows a client's connection to the server, once for all screens and the outbox, so that no two of them ever disagree. Screens
 * show offline at once on the browser's event, and after 2 s without a socket, so that a short interruption alarms nobody.
 */
import type { ConvexReactClient } from "convex/react";

export const OFFLINE_AFTER_MS = 2_000;

type ConnectionStatus = "live" | "reconnecting" | "offline";

export type ConnectionState = {
  readonly status: ConnectionStatus;
  /**
   * True when a message sent now leaves now. It follows the socket and the browser's `offline` event, which comes before the socket
   * closes. It ignores `navigator.onLine`, which is false on a shop's own machine without internet.
   */
  readonly canSend: boolean;
};

export type ConnectionInputs = {
  /** The browser's last event was `offline`. */
  wentOffline: boolean;
  socketOpen: boolean;
  /** The socket has been closed for OFFLINE_AFTER_MS. */
  isTimedOut: boolean;
};

/** Never offline and able to send at once. */
export function connectionStateOf(inputs: ConnectionInputs): ConnectionState {
  if (inputs.wentOffline) return { status: "offline", canSend: false };
  if (inputs.socketOpen) return { status: "live", canSend: true };
  return { status: inputs.isTimedOut ? "offline" : "reconnecting", canSend: false };
}

type Client = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

export class Connection {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #inputs: ConnectionInputs = { wentOffline: false, socketOpen: false, isTimedOut: false };
  #state = connectionStateOf(this.#inputs);

  constructor(client: Client, browser: Pick<Window, "addEventListener">) {
    browser.addEventListener("offline", () => this.#note({ wentOffline: true }));
    browser.addEventListener("online", () => this.#note({ wentOffline: false }));
    client.subscribeToConnectionState(({ isWebSocketConnected }) =>
      this.#noteSocket(isWebSocketConnected),
    );
    this.#noteSocket(client.connectionState().isWebSocketConnected);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same object until something changes. */
  readonly state = (): ConnectionState => this.#state;

  #noteSocket(socketOpen: boolean): void {
    if (socketOpen) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#note({ socketOpen, isTimedOut: false });
      return;
    }
    this.#timer ??= setTimeout(() => this.#note({ isTimedOut: true }), OFFLINE_AFTER_MS);
    this.#note({ socketOpen });
  }

  #note(change: Partial<ConnectionInputs>): void {
    this.#inputs = { ...this.#inputs, ...change };
    const { status, canSend } = connectionStateOf(this.#inputs);
    if (status === this.#state.status && canSend === this.#state.canSend) return;
    this.#state = { status, canSend };
    for (const listener of this.#listeners) listener();
  }
}

const connections = new WeakMap<Client, Connection>();

export function connectionOf(client: Client): Connection {
  const existing = connections.get(client);
  if (existing !== undefined) return existing;
  const connection = new Connection(client, window);
  connections.set(client, connection);
  return connection;
}
