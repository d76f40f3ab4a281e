/** A call without a connection waits for it. On the auth screens a user waits too, so that it fails after this time. */
const TIMEOUT_MS = 15_000;

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

export async function withTimeout<Result>(
  call: Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), timeoutMs);
  });
  return Promise.race([call, timedOut]).finally(() => clearTimeout(timer));
}
