/**
 * Convex's own client with a connection that can be broken on purpose. Nothing of the client is
 * changed; it is only told, as a browser would, that the network is back, so that it need not wait.
 */
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";

export interface FlakyClient {
  readonly client: ConvexClient;
  /** Breaks the connection there is, if there is one, without a goodbye. */
  cut(): void;
}

interface Reconnecting {
  readonly webSocketManager: { tryReconnectImmediately(): void };
}

/** In milliseconds: what a browser needs to notice that it is online again. */
const NOTICED_MS = 1;

/**
 * @param url of the backend, or of whatever stands before it.
 * @param noticedMs - After how long it comes back; a backend that starts again must not be kept busy with it.
 */
export function flakyClient(url: string, noticedMs = NOTICED_MS): FlakyClient {
  let newest: WebSocket | undefined;
  class Noted extends WebSocket {
    constructor(address: string) {
      super(address);
      // eslint-disable-next-line @typescript-eslint/no-this-alias -- the client keeps its socket to itself
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
