/** The socket of the app's client. It can be dropped while it hangs in connecting, where a network that was away may leave it for minutes. */

/** A connection over a slow network takes less. */
const STUCK_AFTER_MS = 1_500;

let newest: { readonly socket: WebSocket; readonly since: number } | null = null;

function openSocket(...args: ConstructorParameters<typeof WebSocket>): WebSocket {
  const socket = new WebSocket(...args);
  newest = { socket, since: Date.now() };
  return socket;
}

/** The socket of the Convex client. It is a function, because a build without sockets loads this as well. */
export const MarketSocket = openSocket as unknown as typeof WebSocket;

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
