/** Measures the rows that are drawn, as often as one of them changes its height, and guesses the heights of the others by them. */

/** Before anything was measured: a table's row and a card's are not so far from it that a list would come out half as long. */
const FIRST_GUESS_PX = 120;
/** So many rows make an average that will do. It then stays, or rows that nobody measured would move those that are read. */
const ENOUGH_ROWS = 24;

/** The row of cards or of the table that an element stands in: `data-line`. */
function rowOf(element: Element): number {
  return element instanceof HTMLElement ? Number(element.dataset["line"]) : Number.NaN;
}

export class RowMeter {
  readonly #elements = new Set<Element>();
  readonly #measured = new Map<number, number>();
  #report: (row: number, px: number) => void = () => undefined;
  #estimate: number;

  readonly #observer = new ResizeObserver((entries) => {
    const rows = new Map<number, number>();
    for (const { target, borderBoxSize } of entries) {
      const px = borderBoxSize[0]?.blockSize ?? 0;
      // Of an element that is not shown (on paper, in a closed part of the page) nothing is learned.
      if (px > 0 && !Number.isNaN(rowOf(target))) rows.set(rowOf(target), px);
    }
    for (const [row, px] of rows) this.#take(row, px);
  });

  constructor(estimate = FIRST_GUESS_PX) {
    this.#estimate = estimate;
  }

  get estimate(): number {
    return this.#estimate;
  }

  /** Who is told of a row's height. */
  reportTo(report: (row: number, px: number) => void): void {
    this.#report = report;
  }

  /** A ref for an element that is as high as its row. */
  readonly watch = (element: Element | null): (() => void) => {
    if (element === null) return () => undefined;
    this.#elements.add(element);
    this.#observer.observe(element);
    return () => {
      this.#elements.delete(element);
      this.#observer.unobserve(element);
    };
  };

  /** The same elements may stand in other rows now: each is looked at again. */
  lookAgain(): void {
    for (const element of this.#elements) {
      this.#observer.unobserve(element);
      this.#observer.observe(element);
    }
  }

  /** Rows are as wide or as many in a line as they were not before: their old heights mean nothing. */
  forget(): void {
    this.#measured.clear();
    this.lookAgain();
  }

  #take(row: number, px: number): void {
    if (this.#measured.size < ENOUGH_ROWS) {
      this.#measured.set(row, px);
      const sum = [...this.#measured.values()].reduce((total, height) => total + height, 0);
      this.#estimate = Math.round(sum / this.#measured.size);
    }
    this.#report(row, px);
  }
}
