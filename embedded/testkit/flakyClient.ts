/**
 * The stock client with a connection that tests can cut. The client is unchanged; it only gets the browser's signal that the
 * network is back, so that it reconnects without its usual delay.
 */
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";

export interface FlakyClient {
  readonly client: ConvexClient;
  /** Drops the current connection without a close frame. */
  readonly cut: () => void;
}

/** Rejects when there is no answer in this time. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

interface Reconnecting {
  readonly webSocketManager: { tryReconnectImmediately(): void };
}

/** The delay in milliseconds until a browser notices that it is online. */
const NOTICED_MS = 1;

/**
 * @param url - The address of the backend or of a proxy.
 * @param noticedMs - The delay until it reconnects, longer where a starting backend must not be kept busy.
 */
export function flakyClient(url: string, noticedMs = NOTICED_MS): FlakyClient {
  let newest: WebSocket | undefined;
  class Noted extends WebSocket {
    constructor(address: string) {
      super(address);
      // oxlint-disable-next-line typescript/no-this-alias -- the client keeps its socket to itself
      newest = this;
      this.once("close", () => setTimeout(reconnect, noticedMs));
    }
  }
  const client = new ConvexClient(url, {
    logger: false,
    unsavedChangesWarning: false,
    webSocketConstructor: Noted as never,
  });
  const reconnect = () => {
    if (!client.closed)
      (client.client as unknown as Reconnecting).webSocketManager.tryReconnectImmediately();
  };
  return { client, cut: () => newest?.terminate() };
}
