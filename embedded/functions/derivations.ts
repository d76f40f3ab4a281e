/**
 * Deriving a key from a password is slow on purpose, and done on libuv's threads, of which there are four for everything: tokens
 * are checked there, and digests computed that a mutation waits for. So few derivations run at once, and the next ones wait
 * here, where nobody else waits for them.
 */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `derive` after those that were queued before it, in the order of the calls. */
export async function deriveQueued<T>(derive: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await derive();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
