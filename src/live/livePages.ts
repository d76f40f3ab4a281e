/**
 * Holds the pages of a live list as a value: their cursors, pending splits, and the next state for the results at hand. Each page
 * is a live query of its own.
 */
import { isListPosition } from "../../domain/listPosition";

/** The part of Convex's pagination result that decides the next step. */
export type PageResult = {
  readonly page: readonly unknown[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor?: string | null;
  readonly pageStatus?: "SplitRecommended" | "SplitRequired" | null;
};

export type LivePage = {
  readonly key: string;
  readonly cursor: string | null;
  /** The end of the page, set if it began as half of another. */
  readonly endCursor?: string;
  readonly numItems: number;
};

export type LivePages = {
  /** Separates this list's queries from those of other lists, because each list pins its own page ends. */
  readonly id: number;
  readonly pages: readonly LivePage[];
  /** The two pages that will replace a page once both have loaded, by the page's key. */
  readonly halves: Readonly<Record<string, readonly [LivePage, LivePage]>>;
};

/** Undefined while a page is loading. */
export type PageResults = Readonly<Record<string, PageResult | Error | undefined>>;

export type MergedPages = {
  readonly rows: readonly unknown[];
  readonly status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  readonly error: Error | null;
  /** The start of the next page. */
  readonly continueCursor: string | null;
  /** The changed set of pages, or null when it stays as it is. */
  readonly next: LivePages | null;
};

/** Pages with this many times the requested rows are split. */
const SPLIT_FACTOR = 2;

/**
 * Returns the size of the next page: small at first for a fast start, then large, so that 10,000 rows need about forty live
 * queries. 250 orders take about 300 kB and 500 document reads, far below the limits of one query (16 MiB, 32,000). A change to
 * one of them costs a few milliseconds.
 */
export function nextPageSize(loaded: number): number {
  if (loaded < 24) return 24;
  return loaded < 124 ? 100 : 250;
}

let ids = 0;

export function firstPages(numItems: number): LivePages {
  ids += 1;
  return { id: ids, pages: [{ key: "0", cursor: null, numItems }], halves: {} };
}

/**
 * Adds a page that begins at the cursor. No journal pins the end of a page at a list position: there the page before is loaded again
 * with that end, and both take its place together.
 */
export function withNextPage(pages: LivePages, cursor: string, numItems: number): LivePages {
  const page: LivePage = { key: `${pages.pages.length}@${cursor}`, cursor, numItems };
  const before = pages.pages.at(-1);
  if (before === undefined || !isListPosition(cursor))
    return { ...pages, pages: [...pages.pages, page] };
  const pinned = { ...before, key: `${before.key}<${cursor}`, endCursor: cursor };
  return { ...pages, halves: { ...pages.halves, [before.key]: [pinned, page] } };
}

/**
 * Restores the pages of a list on return and loads all at once. The journals that pinned their ends are gone, so each page ends
 * where the next one begins.
 */
export function restored({ pages }: LivePages): LivePages {
  ids += 1;
  const pinned = pages.map((page, index): LivePage => {
    const endCursor = pages[index + 1]?.cursor ?? page.endCursor;
    return endCursor === undefined ? page : { ...page, endCursor };
  });
  return { id: ids, pages: pinned, halves: {} };
}

/** Returns every page to subscribe to. */
export function watchedPages({ pages, halves }: LivePages): LivePage[] {
  return [...pages, ...Object.values(halves).flat()];
}

/** Returns true when the cursor became invalid, so that the list must start again. */
function isInvalidCursor(error: Error): boolean {
  const { data } = error as { data?: { paginationError?: unknown } | null };
  return data?.paginationError === "InvalidCursor" || error.message.includes("InvalidCursor");
}

function isTooLong({ page, splitCursor, pageStatus }: PageResult, numItems: number): boolean {
  if (splitCursor === undefined || splitCursor === null) return false;
  if (pageStatus !== undefined && pageStatus !== null) return true;
  return page.length > numItems * SPLIT_FACTOR;
}

function withSplit(pages: LivePages, page: LivePage, result: PageResult): LivePages {
  const { key, cursor, numItems } = page;
  const middle = result.splitCursor ?? result.continueCursor;
  const halves: [LivePage, LivePage] = [
    { key: `${key}a`, cursor, endCursor: middle, numItems },
    { key: `${key}b`, cursor: middle, endCursor: result.continueCursor, numItems },
  ];
  return { ...pages, halves: { ...pages.halves, [key]: halves } };
}

function withHalves(pages: LivePages, key: string, halves: readonly LivePage[]): LivePages {
  const others = Object.entries(pages.halves).filter(([other]) => other !== key);
  return {
    ...pages,
    pages: pages.pages.flatMap((page) => (page.key === key ? halves : [page])),
    halves: Object.fromEntries(others),
  };
}

/** Returns the pages after splitting a page or replacing it by its halves, or null when nothing changes. */
function nextStep(pages: LivePages, page: LivePage, result: PageResult, results: PageResults) {
  const halves = pages.halves[page.key];
  if (halves === undefined) {
    return isTooLong(result, page.numItems) ? withSplit(pages, page, result) : null;
  }
  const areLoaded = halves.every(({ key }) => results[key] !== undefined);
  return areLoaded ? withHalves(pages, page.key, halves) : null;
}

const EMPTY: MergedPages = {
  rows: [],
  status: "LoadingFirstPage",
  error: null,
  continueCursor: null,
  next: null,
};

/** Merges the loaded pages into the list's rows and status. */
export function mergePages(pages: LivePages, results: PageResults): MergedPages {
  const rows: unknown[] = [];
  const waiting = (next: LivePages | null): MergedPages => ({
    ...EMPTY,
    rows,
    status: rows.length === 0 ? "LoadingFirstPage" : "LoadingMore",
    next,
  });
  let last: PageResult | undefined;
  let next: LivePages | null = null;
  for (const page of pages.pages) {
    const result = results[page.key];
    if (result === undefined) return waiting(next);
    if (result instanceof Error) {
      if (isInvalidCursor(result)) return waiting(firstPages(page.numItems));
      return { ...EMPTY, rows, status: "Exhausted", error: result };
    }
    next ??= nextStep(pages, page, result, results);
    // The server could not read the whole page, so the rows after it are unknown until its halves have loaded.
    if (result.pageStatus === "SplitRequired") return waiting(next);
    rows.push(...result.page);
    last = result;
  }
  const isGoingOn = (pages.halves[pages.pages.at(-1)?.key ?? ""]?.length ?? 0) > 0;
  return {
    rows,
    status: isGoingOn ? "LoadingMore" : last?.isDone === false ? "CanLoadMore" : "Exhausted",
    error: null,
    continueCursor: last?.continueCursor ?? null,
    next,
  };
}
