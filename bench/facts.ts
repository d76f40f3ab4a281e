/** Facts of a market's orders. They are equal on all sides for equal orders, and verified after each run: a fast market must be a right one. */

/** The facts that a market can tell; the lean baseline has only some. All are sums over the whole market. */
export interface Facts {
  readonly orders: number;
  readonly pieces: number;
  readonly events: number;
  readonly stock: number;
  /** The sum that lines ask for, with the tax on top. */
  readonly owedPaise?: number;
  /** The same as the pairs' accounts count it, and the lines that wait. */
  readonly openOrdersPaise?: number;
  readonly openLines?: number;
  /** The market's counter of pending orders, and the retailers' and the days' of placed ones. */
  readonly pendingFigure?: number;
  readonly placedFigure?: number;
  readonly dayFigure?: number;
  readonly notifications?: number;
}

/** The orders that a load process was granted. */
export interface Granted {
  readonly orders: number;
  readonly pieces: number;
  readonly owedPaise: number;
}

/** Returns what the facts must have changed by. */
function changesOf({ orders, pieces, owedPaise }: Granted, addedStock: number): Required<Facts> {
  return {
    orders,
    pieces,
    events: orders,
    stock: addedStock - pieces,
    owedPaise,
    openOrdersPaise: owedPaise,
    openLines: orders,
    pendingFigure: orders,
    placedFigure: orders,
    dayFigure: orders,
    notifications: orders,
  };
}

/** Returns a sentence for each fact that did not change by what was granted. */
export function wrongFacts(
  before: Facts,
  after: Facts,
  granted: Granted,
  addedStock: number,
): string[] {
  const wanted = Object.entries(changesOf(granted, addedStock)) as [keyof Facts, number][];
  return wanted.flatMap(([name, change]) => {
    const [was, is] = [before[name], after[name]];
    if (was === undefined || is === undefined || is - was === change) return [];
    return [`${name} changed by ${is - was}, and must by ${change}.`];
  });
}
