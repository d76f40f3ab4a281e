/** Reads the layout of a list's element from the page, because only the style sheet defines how many cards stand in a line. */
import { type RefObject, useLayoutEffect, useState } from "react";

export type ListLayout = {
  /** Cards in a line; 1 for tables. */
  readonly columns: number;
  /** Between two rows. */
  readonly gap: number;
  /** The distance from the top of the page to the first row. */
  readonly top: number;
  readonly width: number;
};

/** The layout before the element was seen. */
const UNKNOWN: ListLayout = { columns: 1, gap: 0, top: 0, width: 0 };

export function isKnown({ width }: ListLayout): boolean {
  return width > 0;
}

function layoutOf(element: HTMLElement): ListLayout {
  const { display, gridTemplateColumns, rowGap } = getComputedStyle(element);
  const { top, width } = element.getBoundingClientRect();
  const isGrid = display === "grid";
  return {
    columns: isGrid ? gridTemplateColumns.split(" ").length : 1,
    gap: isGrid || display === "flex" ? Number.parseFloat(rowGap) || 0 : 0,
    top: Math.round(top + window.scrollY),
    width,
  };
}

function isSame(a: ListLayout, b: ListLayout): boolean {
  return a.columns === b.columns && a.gap === b.gap && a.top === b.top && a.width === b.width;
}

/** @param before The layout of an earlier visit: most likely it is the same. */
export function useListLayout(
  ref: RefObject<HTMLElement | null>,
  before: ListLayout = UNKNOWN,
): ListLayout {
  const [layout, setLayout] = useState(before);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const read = () => {
      // What is not shown has no layout.
      if (element.offsetParent === null && element.getClientRects().length === 0) return;
      const now = layoutOf(element);
      setLayout((before) => (isSame(before, now) ? before : now));
    };
    read();
    // The list itself, and whatever stands above it.
    const observer = new ResizeObserver(read);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return layout;
}
