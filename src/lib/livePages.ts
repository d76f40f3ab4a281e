/**
 * The pages of a live list, as a value: where each begins and ends, which one is being split in two, and what follows from the
 * answers that are there. Pages are live queries of their own; the first that ends opens the next.
 */

/** The part of Convex's pagination that decides what happens next. */
export type PageAnswer = {
  readonly page: readonly unknown[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor?: string | null;
  readonly pageStatus?: "SplitRecommended" | "SplitRequired" | null;
};

export type LivePage = {
  readonly key: string;
  readonly cursor: string | null;
  /** Where the page ends, if it began as half of another. */
  readonly endCursor?: string;
  readonly numItems: number;
};

export type LivePages = {
  /** Tells the queries of one list from those of every other: each keeps its own page ends. */
  readonly id: number;
  readonly pages: readonly LivePage[];
  /** By key of a page that has grown too long: the halves that will replace it once both are there. */
  readonly halves: Readonly<Record<string, readonly [LivePage, LivePage]>>;
};

/** Undefined: not there yet. */
export type Answers = Readonly<Record<string, PageAnswer | Error | undefined>>;

export type Reading = {
  readonly rows: readonly unknown[];
  readonly status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  readonly error: Error | null;
  /** Where the next page would begin. */
  readonly continueCursor: string | null;
  /** Set when the answers ask for other pages. */
  readonly next: LivePages | null;
};

/** Pages this much longer than asked for are split. */
const TOO_LONG = 2;

/**
 * How many rows the next page brings: few at first, so that a list is there at once, and many for whoever reads on, so that ten
 * thousand rows are some forty live queries and not four hundred. 250 orders are about 300 kB and 500 documents read, far from
 * what one query may (16 MiB, 32,000), and a change to one of them is re-read and re-sent in a few milliseconds.
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

export function withNextPage(pages: LivePages, cursor: string, numItems: number): LivePages {
  const page: LivePage = { key: `${pages.pages.length}@${cursor}`, cursor, numItems };
  return { ...pages, pages: [...pages.pages, page] };
}

/**
 * The same pages for somebody who comes back to the list: all of them are asked for at once. The journals that pinned their ends
 * are gone, so each ends where the next one begins, whatever came or went meanwhile.
 */
export function revisited({ pages }: LivePages): LivePages {
  ids += 1;
  const pinned = pages.map((page, index): LivePage => {
    const endCursor = pages[index + 1]?.cursor ?? page.endCursor;
    return endCursor === undefined ? page : { ...page, endCursor };
  });
  return { id: ids, pages: pinned, halves: {} };
}

/** Every page that has to be watched. */
export function watchedPages({ pages, halves }: LivePages): LivePage[] {
  return [...pages, ...Object.values(halves).flat()];
}

/** Rows came or went so that a cursor no longer means anything: begin again. */
function isLost(error: Error): boolean {
  const data = (error as { data?: unknown }).data;
  const named =
    typeof data === "object" && data !== null && "paginationError" in data
      ? data.paginationError === "InvalidCursor"
      : false;
  return named || error.message.includes("InvalidCursor");
}

function isTooLong({ page, splitCursor, pageStatus }: PageAnswer, numItems: number): boolean {
  if (splitCursor === undefined || splitCursor === null) return false;
  if (pageStatus !== undefined && pageStatus !== null) return true;
  return page.length > numItems * TOO_LONG;
}

function splitting(pages: LivePages, page: LivePage, answer: PageAnswer): LivePages {
  const { key, cursor, numItems } = page;
  const middle = answer.splitCursor ?? answer.continueCursor;
  const halves: [LivePage, LivePage] = [
    { key: `${key}a`, cursor, endCursor: middle, numItems },
    { key: `${key}b`, cursor: middle, endCursor: answer.continueCursor, numItems },
  ];
  return { ...pages, halves: { ...pages.halves, [key]: halves } };
}

function replaced(pages: LivePages, key: string, halves: readonly LivePage[]): LivePages {
  const others = Object.entries(pages.halves).filter(([other]) => other !== key);
  return {
    ...pages,
    pages: pages.pages.flatMap((page) => (page.key === key ? halves : [page])),
    halves: Object.fromEntries(others),
  };
}

/** What a page's answer asks for: to be split, to be replaced by its halves, or nothing. */
function stepOf(pages: LivePages, page: LivePage, answer: PageAnswer, answers: Answers) {
  const halves = pages.halves[page.key];
  if (halves === undefined) {
    return isTooLong(answer, page.numItems) ? splitting(pages, page, answer) : null;
  }
  const areThere = halves.every(({ key }) => answers[key] !== undefined);
  return areThere ? replaced(pages, page.key, halves) : null;
}

const BEGINNING: Reading = {
  rows: [],
  status: "LoadingFirstPage",
  error: null,
  continueCursor: null,
  next: null,
};

/** What the list shows, from the answers that are there. */
export function readPages(pages: LivePages, answers: Answers): Reading {
  const rows: unknown[] = [];
  const waiting = (next: LivePages | null): Reading => ({
    ...BEGINNING,
    rows,
    status: rows.length === 0 ? "LoadingFirstPage" : "LoadingMore",
    next,
  });
  let last: PageAnswer | undefined;
  let next: LivePages | null = null;
  for (const page of pages.pages) {
    const answer = answers[page.key];
    if (answer === undefined) return waiting(next);
    if (answer instanceof Error) {
      if (isLost(answer)) return waiting(firstPages(page.numItems));
      return { ...BEGINNING, rows, status: "Exhausted", error: answer };
    }
    next ??= stepOf(pages, page, answer, answers);
    // The server could not read all of it: what follows is not known before the halves are there.
    if (answer.pageStatus === "SplitRequired") return waiting(next);
    rows.push(...answer.page);
    last = answer;
  }
  return {
    rows,
    status: last?.isDone === false ? "CanLoadMore" : "Exhausted",
    error: null,
    continueCursor: last?.continueCursor ?? null,
    next,
  };
}
