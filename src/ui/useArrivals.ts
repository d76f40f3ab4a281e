/** Joins `arrivals.ts` to a live list and the scroll position. `ArrivalsBanner` announces the new rows. */
import { useState, useSyncExternalStore, useEffect } from "react";
import { appendedTo, arrivalsIn } from "./arrivals";
import type { LiveListSource } from "./LiveList";
import { focusHeading } from "./focusHeading";

/** Below the page's header the user is taken to be reading. */
const READING_PX = 160;

function subscribe(changed: () => void): () => void {
  window.addEventListener("scroll", changed, { passive: true });
  return () => window.removeEventListener("scroll", changed);
}

function isReading(): boolean {
  return window.scrollY > READING_PX;
}

type Seen = {
  readonly queryKey: string;
  readonly shownIds: ReadonlySet<string>;
  /** The ids that arrived while the page was open. */
  readonly fresh: ReadonlySet<string>;
  /** The list had no more pages: what is added at its end has arrived. */
  readonly isWhole: boolean;
};

export type Arrivals<Row> = {
  readonly shown: readonly Row[];
  /** The number of rows that wait behind the banner. */
  readonly waiting: number;
  /** The number of rows that entered the list since it was opened. */
  readonly landed: number;
  /** Returns true for a row that arrived while the page was open; it slides in. */
  readonly isNew: (row: Row) => boolean;
  /** Shows the waiting rows and scrolls to the top of the list. */
  readonly reveal: () => void;
};

function letIn(seen: Seen, ids: readonly string[], fresh: readonly string[]): Seen {
  return {
    ...seen,
    shownIds: new Set([...seen.shownIds, ...ids]),
    fresh: new Set([...seen.fresh, ...fresh]),
  };
}

/**
 * Jumps to the top, because a smooth scroll would pass thousands of rows. The pressed banner is gone, so the heading takes the
 * focus.
 */
function goToTop(): void {
  window.scrollTo({ top: 0, behavior: "instant" });
  focusHeading();
}

/** The rows of another query are not new: a changed filter starts afresh. */
export function useArrivals<Row extends { readonly _id: string }>(
  list: LiveListSource<Row>,
): Arrivals<Row> {
  const { queryKey = "" } = list;
  const reading = useSyncExternalStore(subscribe, isReading);
  const [seen, setSeen] = useState<Seen | null>(null);
  const current = seen?.queryKey === queryKey ? seen : null;
  const rows = list.results;
  const ids = rows.map((row) => row._id);
  const arrived = current === null ? [] : arrivalsIn(ids, current.shownIds);
  const waiting = new Set(reading ? arrived : []);
  const isReady =
    list.status !== "LoadingFirstPage" && list.isStale !== true && (list.error ?? null) === null;

  if (isReady) {
    const isWhole = list.status === "Exhausted";
    const before = current ?? { queryKey, shownIds: new Set(), fresh: new Set(), isWhole };
    const entering = ids.filter((id) => !before.shownIds.has(id) && !waiting.has(id));
    const appended = before.isWhole ? appendedTo(ids, before.shownIds) : [];
    const fresh = [...arrived.filter((id) => !waiting.has(id)), ...appended];
    if (current === null || entering.length > 0 || before.isWhole !== isWhole)
      setSeen({ ...letIn(before, entering, fresh), isWhole });
  }

  return {
    shown: rows.filter((row) => !waiting.has(row._id)),
    waiting: waiting.size,
    landed: current?.fresh.size ?? 0,
    isNew: (row) => current?.fresh.has(row._id) ?? false,
    reveal: () => {
      if (current !== null) setSeen(letIn(current, arrived, arrived));
      goToTop();
    },
  };
}

/** The rows of one list that were rendered before. */
export class SeenRows {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
  }
}

/**
 * Lets a new row slide in once, and not again when the user scrolls back to it.
 * @param isNew True when the row arrived while the page was open.
 */
export function useArrival(seen: SeenRows, key: string, isNew: boolean): boolean {
  const [isArriving] = useState(() => isNew && !seen.has(key));
  useEffect(() => seen.add(key), [seen, key]);
  return isArriving;
}
