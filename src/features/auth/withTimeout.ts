/**
 * Calls of the auth screens, which fail after a while: a user waits there. The client would keep a call without a connection and send
 * it whenever there is one. Whoever gave a login up by then, or left the computer, would be signed in.
 */
import type { ConnectionState } from "../../lib/connection";

const TIMEOUT_MS = 15_000;

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

type Line = {
  readonly state: () => Pick<ConnectionState, "canSend">;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Makes the call as soon as it leaves at once, and no more after the time. */
export async function withTimeout<Result>(
  line: Line,
  call: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe = (): void => undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), timeoutMs);
  });
  const connected = new Promise<void>((resolve) => {
    const look = () => line.state().canSend && resolve();
    unsubscribe = line.subscribe(look);
    look();
  });
  const called = Promise.race([connected, timedOut]).then(call);
  return Promise.race([called, timedOut]).finally(() => {
    clearTimeout(timer);
    unsubscribe();
  });
}
