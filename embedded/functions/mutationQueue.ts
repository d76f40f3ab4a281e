/**
 * Mutations run one at a time, in the order in which they came, so no two ever
 * conflict. The next one begins when the last one is committed, not when it is
 * on disk: many commits share one flush.
 */
export class MutationQueue {
  private tail: Promise<void> = Promise.resolve();

  run<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.tail.then(work);
    this.tail = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Resolves when nothing is left to run. */
  async drained(): Promise<void> {
    let tail: Promise<void> | undefined;
    while (tail !== this.tail) {
      tail = this.tail;
      await tail;
    }
  }
}
