/** Joins `newProducts.ts` to the page's scroll position. */
import { useState, useSyncExternalStore } from "react";
import { newestOf, partAt, type Arrivals } from "./newProducts";

/** Further down than the page's header: the reader is reading. */
const READING_PX = 160;

function subscribe(changed: () => void): () => void {
  window.addEventListener("scroll", changed, { passive: true });
  return () => window.removeEventListener("scroll", changed);
}

function isReading(): boolean {
  return window.scrollY > READING_PX;
}

export type NewProducts<Row> = Arrivals<Row> & {
  /** Whether a row came while the page was open: it slides in. */
  isNew: (row: Row) => boolean;
  /** Shows the waiting rows, and the top of the list where they are. */
  reveal: () => void;
};

export function useNewProducts<Row extends { readonly createdAt: number }>(
  rows: readonly Row[],
): NewProducts<Row> {
  const [openedAt] = useState(() => Date.now());
  const [shownUntil, setShownUntil] = useState(openedAt);
  const reading = useSyncExternalStore(subscribe, isReading);
  const newest = newestOf(rows, shownUntil);
  if (!reading && newest !== shownUntil) setShownUntil(newest);

  return {
    ...partAt(rows, reading ? shownUntil : newest),
    isNew: (row) => row.createdAt > openedAt,
    reveal: () => {
      setShownUntil(newest);
      window.scrollTo({ top: 0, behavior: "smooth" });
    },
  };
}
