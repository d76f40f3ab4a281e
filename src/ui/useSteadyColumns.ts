/**
 * Keeps the columns of a windowed table as wide as they have been: a browser fits them to the rows that are there, and these
 * change as one scrolls. A column that needs more room takes it, once.
 */
import { type RefObject, useLayoutEffect } from "react";

/** Half a pixel more is a matter of rounding. */
const SLACK_PX = 1;

function widthsOf(heads: readonly HTMLElement[]): number[] {
  return heads.map((head) => head.getBoundingClientRect().width);
}

export function useSteadyColumns(
  table: RefObject<HTMLTableElement | null>,
  isWindowed: boolean,
): void {
  useLayoutEffect(() => {
    const element = table.current;
    if (element === null || !isWindowed) return;
    const heads = [...element.querySelectorAll<HTMLElement>("thead th")];
    // Not the table's own width: a row that needs more makes the table wider than its room.
    const roomNow = () => element.parentElement?.clientWidth ?? 0;
    let measured: { room: number; heads: readonly number[] } | null = null;
    const keep = (widths: readonly number[] | null) => {
      for (const [index, head] of heads.entries()) {
        const width = widths?.[index];
        head.style.width = width === undefined ? "" : `${width}px`;
      }
      const width = widths?.reduce((sum, each) => sum + each, 0);
      element.style.minWidth = width === undefined ? "" : `${width}px`;
      measured = widths === null ? null : { room: roomNow(), heads: widths };
    };
    const look = () => {
      // On phones the rows are cards and have no columns.
      const hasColumns = getComputedStyle(element).display === "table";
      if (!hasColumns) {
        keep(null);
        return;
      }
      if (measured !== null && Math.abs(measured.room - roomNow()) > SLACK_PX) keep(null);
      const widths = widthsOf(heads);
      const before = measured?.heads;
      const isWider = widths.some((width, index) => width > (before?.[index] ?? 0) + SLACK_PX);
      if (isWider) keep(widths);
    };
    const observer = new ResizeObserver(look);
    const parent = element.parentElement;
    for (const watched of [element, ...heads, ...(parent === null ? [] : [parent])])
      observer.observe(watched);
    return () => {
      observer.disconnect();
      keep(null);
    };
  }, [table, isWindowed]);
}
