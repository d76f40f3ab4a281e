/** Measures the rendered rows whenever their height changes, and estimates the height of the others from their average. */

/** The estimates before any measurement. One that is too high leaves room at the bottom of the first frame, whose rows then move the columns. */
export const TABLE_ROW_PX = 40;
const CARD_PX = 120;
/** The average is fixed after this many rows, because a later change would move the rows on screen. */
const ENOUGH_ROWS = 24;

/** Returns the line of the list that an element is in (`data-line`). */
function rowOf(element: Element): number {
  return element instanceof HTMLElement ? Number(element.dataset["line"]) : Number.NaN;
}

export class RowHeightEstimator {
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

  constructor(estimate = CARD_PX) {
    this.#estimate = estimate;
  }

  get estimate(): number {
    return this.#estimate;
  }

  /** Sets the function that receives measured heights. */
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

  /** Measures all elements again, because they may be in other rows now. */
  lookAgain(): void {
    for (const element of this.#elements) {
      this.#observer.unobserve(element);
      this.#observer.observe(element);
    }
  }

  /** Discards all heights after the width or the number of columns changed. */
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
