/** Settles as the promise does, unless it is cancelled first: a query without a connection may wait for hours. */
export function orCancelled<Result>(
  promise: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason as Error);
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
