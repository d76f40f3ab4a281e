/**
 * Keeps what is read where it is: when rows come or go above it, or rows get another height because the page got another width,
 * the page is scrolled by as much before it is painted. Browsers do this for rows that are there, not for the room between them.
 */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useReducer, useRef } from "react";
import { type Landmark, shiftOf } from "./windowParts";
import { isKnown, type ListLayout } from "./useListLayout";

type Rows = Virtualizer<Window, HTMLElement>;

function landmarksOf(rows: Rows, keys: readonly string[], columns: number): Landmark[] {
  const { range, measurementsCache } = rows;
  if (range === null) return [];
  const landmarks: Landmark[] = [];
  for (let line = range.startIndex; line <= range.endIndex; line += 1) {
    const key = keys[line * columns];
    const start = measurementsCache[line]?.start;
    if (key !== undefined && start !== undefined)
      landmarks.push({ key, at: line * columns, start });
  }
  return landmarks;
}

function scrollBy(rows: Rows, px: number): void {
  window.scrollBy({ top: px, behavior: "instant" });
  // The scroll event comes with the next frame; the rows of this place are drawn in this one.
  rows.scrollOffset = window.scrollY;
}

export function useReadingPlace(
  rows: Rows,
  keys: readonly string[],
  layout: ListLayout,
  isWindowed: boolean,
): void {
  const { columns, top, width } = layout;
  const landmarks = useRef<readonly Landmark[]>([]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    // Above the first row nothing is read: there, what comes in is to be seen.
    if (!isWindowed || window.scrollY <= top) return;
    const startOf = (line: number) => rows.measurementsCache[line]?.start;
    const shift = shiftOf(landmarks.current, keys, { columns, startOf });
    if (Math.abs(shift) < 1) return;
    scrollBy(rows, shift);
    redraw();
  }, [rows, keys, columns, top, width, isWindowed]);
  useLayoutEffect(() => {
    landmarks.current = isKnown(layout) ? landmarksOf(rows, keys, columns) : [];
  });
}
