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
import { useCallback, useMemo, useState } from "react";
import { firstPages, readPages, watchedPages, withNextPage, type Answers } from "./livePages";

const PAGE_SIZE = 24;

export type LiveRows<Row> = {
  results: Row[];
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  loadMore: (count: number) => void;
  error: Error | null;
  retry: () => void;
  /** The rows answer an earlier question. */
  isStale: boolean;
};

export function useLiveList<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query> | "skip",
  pageSize = PAGE_SIZE,
): LiveRows<PaginatedQueryItem<Query>> {
  type Row = PaginatedQueryItem<Query>;
  const question = `${getFunctionName(query)} ${JSON.stringify(args)}`;
  const [asked, setAsked] = useState(() => ({ question, pages: firstPages(pageSize) }));
  let { pages } = asked;
  if (asked.question !== question) {
    // Another question is another list.
    pages = firstPages(pageSize);
    setAsked({ question, pages });
  }

  const requests = useMemo(() => {
    if (args === "skip") return {};
    const requestOf = ({ key, ...options }: ReturnType<typeof watchedPages>[number]) =>
      [key, { query, args: { ...args, paginationOpts: { ...options, id: pages.id } } }] as const;
    return Object.fromEntries(watchedPages(pages).map(requestOf));
    // `question` stands for query and args, which are other objects at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [question, pages]);
  const answers = useQueries(requests) as Answers;
  const { rows, status, error, continueCursor, next } = useMemo(
    () => readPages(pages, answers),
    [pages, answers],
  );
  if (next !== null) setAsked({ question, pages: next });

  const [lastGood, setLastGood] = useState<Row[]>([]);
  const isFresh = error === null && status !== "LoadingFirstPage";
  // Rows come out of the query that they are named after.
  const fresh = rows as Row[];
  if (isFresh && fresh !== lastGood) setLastGood(fresh);

  const retry = useCallback(() => {
    setAsked((now) => ({ ...now, pages: firstPages(pageSize) }));
  }, [pageSize]);
  const loadMore = useCallback(
    (count: number) => {
      if (status !== "CanLoadMore" || continueCursor === null) return;
      setAsked((now) => ({ ...now, pages: withNextPage(now.pages, continueCursor, count) }));
    },
    [status, continueCursor],
  );

  return {
    results: isFresh ? fresh : lastGood,
    status,
    loadMore,
    error,
    retry,
    isStale: !isFresh && lastGood.length > 0,
  };
}
