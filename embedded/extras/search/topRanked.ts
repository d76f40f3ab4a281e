/**
 * Keeps the best of many items without sorting them all: a heap whose root is the worst that is kept. Among equal scores
 * the higher number is better.
 */
export interface Ranked {
  readonly score: number;
  readonly number: number;
}

function isBetter(a: Ranked, b: Ranked): boolean {
  return a.score === b.score ? a.number > b.number : a.score > b.score;
}

export class TopRanked {
  readonly #most: number;
  readonly #heap: Ranked[] = [];

  /** @param most - The number of items that are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the score that an item of a lower number must exceed to be kept; 0, less than every score, while there is room. */
  offer(score: number, number: number): number {
    const heap = this.#heap;
    const offered = { score, number };
    const worst = heap[0];
    if (heap.length < this.#most) {
      heap.push(offered);
      this.#lift(heap.length - 1);
    } else if (worst !== undefined && isBetter(offered, worst)) {
      heap[0] = offered;
      this.#sink();
    }
    return heap.length < this.#most ? 0 : (heap[0]?.score ?? Infinity);
  }

  /** The best first. */
  inOrder(): Ranked[] {
    return [...this.#heap].sort((a, b) => (isBetter(a, b) ? -1 : 1));
  }

  #lift(from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      if (!this.#swapIfBetter(above, at)) return;
      at = above;
    }
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      const leftChild = 2 * at + 1;
      const [a, b] = [this.#heap[leftChild], this.#heap[leftChild + 1]];
      if (a === undefined) return;
      const worse = b !== undefined && isBetter(a, b) ? leftChild + 1 : leftChild;
      if (!this.#swapIfBetter(at, worse)) return;
      at = worse;
    }
  }

  /** Restores the heap, whose parents rank below their children. Returns true when the two were swapped. */
  #swapIfBetter(above: number, below: number): boolean {
    const [a, b] = [this.#heap[above], this.#heap[below]];
    if (a === undefined || b === undefined || !isBetter(a, b)) return false;
    this.#heap[above] = b;
    this.#heap[below] = a;
    return true;
  }
}
