/**
 * A paginated query as a LiveList wants it: rows that stay live, errors as a value, a Retry that asks again, and the last good
 * rows for as long as the next ones are on their way or can't be had. Built on `useQueries`, because Convex's own
 * `usePaginatedQuery` throws its errors, and of the one that does not (`_experimental`, convex 1.48) a failing page keeps the
 * whole client from hearing of anything that came with it.
 */
import {
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
  useQueries,
} from "convex/react";
import { getFunctionName } from "convex/server";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import { reasonOf } from "./convexError";
import { keepSame } from "./keepSame";
import {
  firstPages,
  nextPageSize,
  readPages,
  revisited,
  watchedPages,
  withNextPage,
  type Answers,
  type LivePages,
} from "./livePages";
import { Visits } from "./visits";

const PAGE_SIZE = 24;

export type LiveRows<Row> = {
  results: readonly Row[];
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  /** Asks for the next page: of as many rows as said, or as fits what is loaded already. */
  loadMore: (count?: number) => void;
  error: Error | null;
  /** The server's words for its refusal, if it was one. */
  reason: string | null;
  retry: () => void;
  /** The rows answer an earlier question. */
  isStale: boolean;
  /** This list in this entry of the browser's history. */
  place: string;
  /** The reader came back: rows that were loaded before are still on their way. */
  isReturning: boolean;
};

const visits = new Visits<LivePages>();

type Asked = {
  readonly question: string;
  readonly pages: LivePages;
  /** The pages are those of an earlier visit, and not all there yet. */
  readonly isReturning: boolean;
};

/** The pages that were loaded when this place was left, or the first one. */
function pagesAt(question: string, place: string, pageSize: number): Asked {
  const before = visits.get(place);
  return before === undefined
    ? { question, pages: firstPages(pageSize), isReturning: false }
    : { question, pages: revisited(before), isReturning: true };
}

/** The answers, in which whatever did not change is the very same object as before. */
function useSteady(received: Answers): Answers {
  const [known, setKnown] = useState({ received, answers: received });
  if (known.received === received) return known.answers;
  const answers = keepSame(known.answers, received);
  setKnown({ received, answers });
  return answers;
}

export function useLiveList<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query> | "skip",
  pageSize = PAGE_SIZE,
): LiveRows<PaginatedQueryItem<Query>> {
  type Row = PaginatedQueryItem<Query>;
  const question = `${getFunctionName(query)} ${JSON.stringify(args)}`;
  const place = `${useLocation().key} ${pageSize} ${question}`;
  const [latest, setAsked] = useState(() => pagesAt(question, place, pageSize));
  // Another question is another list.
  const asked = latest.question === question ? latest : pagesAt(question, place, pageSize);
  if (asked !== latest) setAsked(asked);
  const { pages } = asked;
  useEffect(() => visits.set(place, pages), [place, pages]);

  const requests = useMemo(() => {
    if (args === "skip") return {};
    const requestOf = ({ key, ...options }: ReturnType<typeof watchedPages>[number]) =>
      [key, { query, args: { ...args, paginationOpts: { ...options, id: pages.id } } }] as const;
    return Object.fromEntries(watchedPages(pages).map(requestOf));
    // `question` stands for query and args, which are other objects at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [question, pages]);
  const answers = useSteady(useQueries(requests) as Answers);
  const { rows, status, error, continueCursor, next } = useMemo(
    () => readPages(pages, answers),
    [pages, answers],
  );
  const isReturning = asked.isReturning && status.startsWith("Loading");
  if (next !== null || isReturning !== asked.isReturning) {
    setAsked({ question, pages: next ?? pages, isReturning });
  }

  const [lastGood, setLastGood] = useState<readonly Row[]>([]);
  const isFresh = error === null && status !== "LoadingFirstPage";
  // Rows come out of the query that they are named after.
  const fresh = rows as Row[];
  if (isFresh && fresh !== lastGood) setLastGood(fresh);

  const retry = useCallback(() => {
    setAsked((now) => ({ ...now, pages: firstPages(pageSize) }));
  }, [pageSize]);
  const loadMore = useCallback(
    (count = nextPageSize(rows.length)) => {
      if (status !== "CanLoadMore" || continueCursor === null) return;
      setAsked((now) => ({ ...now, pages: withNextPage(now.pages, continueCursor, count) }));
    },
    [status, continueCursor, rows.length],
  );

  return {
    results: isFresh ? fresh : lastGood,
    status,
    loadMore,
    error,
    reason: reasonOf(error),
    retry,
    isStale: !isFresh && lastGood.length > 0,
    place,
    isReturning,
  };
}
