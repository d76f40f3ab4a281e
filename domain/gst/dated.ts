/** Figures of the law that hold from a day, and until one: every rate and threshold names both, and its source. */

export type Dated = {
  /** The first day, YYYY-MM-DD. */
  readonly from: string;
  /** The last day, YYYY-MM-DD; absent while no end is known. */
  readonly to?: string;
  /** The text that says so. */
  readonly source: string;
};

/** True if it holds on a day (YYYY-MM-DD). ISO days compare as text. */
export function holdsOn({ from, to }: Dated, day: string): boolean {
  return from <= day && (to === undefined || day <= to);
}
