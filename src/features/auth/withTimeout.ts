/**
 * Calls of the auth screens, which fail after a while: a user waits there. The client would keep a call without a connection and send
 * it whenever there is one. Whoever gave a login up by then, or left the computer, would be signed in.
 */
import type { ConvexReactClient } from "convex/react";

const TIMEOUT_MS = 15_000;

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/** Its socket alone counts: on the server's own machine calls arrive without any network. */
type Client = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

/** Makes the call as soon as there is a socket, and no more after the time. */
export async function withTimeout<Result>(
  client: Client,
  call: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = (): void => undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), timeoutMs);
  });
  const connected = new Promise<void>((resolve) => {
    const look = () => {
      if (client.connectionState().isWebSocketConnected) resolve();
    };
    unsubscribe = client.subscribeToConnectionState(look);
    look();
  });
  const called = Promise.race([connected, timedOut]).then(call);
  return Promise.race([called, timedOut]).finally(() => {
    clearTimeout(timer);
    unsubscribe();
  });
}
