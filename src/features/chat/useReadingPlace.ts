/** Joins `readingPlace.ts` to a thread: kept after every change, noted after every scroll. */
import { useLayoutEffect, useState } from "react";
import { ReadingPlace } from "./readingPlace";

/** On what stands above the first unread message. */
export const UNREAD_MARK = "data-unread-mark";

export type Reading = {
  /** The scrolling element's. */
  readonly attach: ReadingPlace["attach"];
  readonly onScroll: () => void;
  /** The newest item when the reader left the bottom; null at the bottom. */
  readonly leftAt: string | null;
  readonly goToBottom: () => void;
};

/** @param mark The key of the first unread item: a thread that has one begins there. */
export function useReadingPlace(newestKey: string | null, mark: string | null): Reading {
  const [place] = useState(() => new ReadingPlace());
  const [leftAt, setLeftAt] = useState<string | null>(null);
  useLayoutEffect(() => place.keep());
  useLayoutEffect(() => {
    if (mark !== null) place.goUpTo(UNREAD_MARK);
  }, [place, mark]);
  return {
    attach: place.attach,
    leftAt,
    onScroll: () => {
      const isAtBottom = place.note();
      setLeftAt((left) => (isAtBottom ? null : (left ?? newestKey)));
    },
    goToBottom: () => {
      place.goToBottom();
      setLeftAt(null);
    },
  };
}
