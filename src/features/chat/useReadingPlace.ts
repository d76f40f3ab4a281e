/** Joins `readingPlace.ts` to a thread: kept after every change, noted after every scroll. */
import { useLayoutEffect, useState } from "react";
import { ReadingPlace } from "./readingPlace";

export type Reading = {
  /** The scrolling element's. */
  readonly attach: ReadingPlace["attach"];
  readonly onScroll: () => void;
  /** The newest item when the reader left the bottom; null at the bottom. */
  readonly leftAt: string | null;
  readonly goToBottom: () => void;
};

export type ReadingKeys = {
  readonly newest: string | null;
  /** The first unread item: a thread that has one begins there. */
  readonly mark: string | null;
  /** The user's newest message: writing scrolls to the bottom. */
  readonly written: string | null;
};

export function useReadingPlace({ newest, mark, written }: ReadingKeys): Reading {
  const [place] = useState(() => new ReadingPlace());
  const [leftAt, setLeftAt] = useState<string | null>(null);
  useLayoutEffect(() => place.keep());
  useLayoutEffect(() => {
    if (mark !== null) place.goUpToUnread();
  }, [place, mark]);
  useLayoutEffect(() => {
    if (written !== null) place.goToBottom();
  }, [place, written]);
  return {
    attach: place.attach,
    leftAt,
    onScroll: () => {
      const isAtBottom = place.note();
      setLeftAt((left) => (isAtBottom ? null : (left ?? newest)));
    },
    goToBottom: () => {
      place.goToBottom();
      setLeftAt(null);
    },
  };
}
