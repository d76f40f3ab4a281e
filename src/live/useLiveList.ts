/**
 * Subscribes to a paginated query and returns live rows, failures as a value and the last good rows while others load. It uses
 * `useQueries` because Convex's own `usePaginatedQuery` throws. In its `_experimental` variant (convex 1.48) one failing page
 * keeps the whole client from receiving updates.
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
import { shareStructure } from "./shareStructure";
import {
  firstPages,
  nextPageSize,
  mergePages,
  restored,
  watchedPages,
  withNextPage,
  type PageResults,
  type LivePages,
} from "./livePages";
import { ListStateCache } from "./listStateCache";
import { type LiveQueryOptions, useLastResult } from "./useLastResult";

const PAGE_SIZE = 24;

export type LiveRows<Row> = {
  results: readonly Row[];
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  /** Loads the next page, with `count` rows or a size that fits the rows loaded so far. */
  loadMore: (count?: number) => void;
  error: Error | null;
  /** The server's text for its refusal, or null. */
  reason: string | null;
  retry: () => void;
  /** The rows belong to earlier query arguments. */
  isStale: boolean;
  /** The query's name and arguments as one string. */
  queryKey: string;
  /** Identifies this list within this browser history entry. */
  historyKey: string;
  /** The user came back: rows that were loaded before are still loading. */
  isReturning: boolean;
};

export type LiveListOptions = LiveQueryOptions & {
  readonly pageSize?: number;
};

const pageCache = new ListStateCache<LivePages>();

type ListState = {
  readonly queryKey: string;
  readonly pages: LivePages;
  /** The pages are restored from an earlier visit and still loading. */
  readonly isReturning: boolean;
};

/** Restores the pages that were loaded when the user left this history entry, or starts with the first one. */
function stateAt(queryKey: string, historyKey: string, pageSize: number): ListState {
  const before = pageCache.get(historyKey);
  return before === undefined
    ? { queryKey, pages: firstPages(pageSize), isReturning: false }
    : { queryKey, pages: restored(before), isReturning: true };
}

/** Returns the results with unchanged parts kept as the same objects. */
function useSharedResults(received: PageResults): PageResults {
  const [shared, setShared] = useState({ received, results: received });
  if (shared.received === received) return shared.results;
  const results = shareStructure(shared.results, received);
  setShared({ received, results });
  return results;
}

export function useLiveList<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query> | "skip",
  options: LiveListOptions = {},
): LiveRows<PaginatedQueryItem<Query>> {
  type Row = PaginatedQueryItem<Query>;
  const { pageSize = PAGE_SIZE } = options;
  const queryKey = `${getFunctionName(query)} ${JSON.stringify(args)}`;
  const historyKey = `${useLocation().key} ${pageSize} ${queryKey}`;
  const [latest, setState] = useState(() => stateAt(queryKey, historyKey, pageSize));
  // Other arguments make another list.
  const state = latest.queryKey === queryKey ? latest : stateAt(queryKey, historyKey, pageSize);
  if (state !== latest) setState(state);
  const { pages } = state;
  useEffect(() => pageCache.set(historyKey, pages), [historyKey, pages]);

  const requests = useMemo(() => {
    if (args === "skip") return {};
    const requestOf = ({ key, ...page }: ReturnType<typeof watchedPages>[number]) =>
      [key, { query, args: { ...args, paginationOpts: { ...page, id: pages.id } } }] as const;
    return Object.fromEntries(watchedPages(pages).map(requestOf));
    // `queryKey` stands for query and args, which are new objects at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [queryKey, pages]);
  const results = useSharedResults(useQueries(requests) as PageResults);
  const { rows, status, error, continueCursor, next } = useMemo(
    () => mergePages(pages, results),
    [pages, results],
  );
  const isReturning = state.isReturning && status.startsWith("Loading");
  if (next !== null || isReturning !== state.isReturning) {
    setState({ queryKey, pages: next ?? pages, isReturning });
  }

  const [lastGood, setLastGood] = useState<readonly Row[]>([]);
  const isFresh = error === null && status !== "LoadingFirstPage";
  // The rows come from the query whose row type this is.
  const fresh = rows as Row[];
  if (isFresh && fresh !== lastGood) setLastGood(fresh);
  const lastResult = useLastResult(queryKey, isFresh ? fresh : undefined, options);

  const retry = useCallback(() => {
    setState((now) => ({ ...now, pages: firstPages(pageSize) }));
  }, [pageSize]);
  const loadMore = useCallback(
    (count = nextPageSize(rows.length)) => {
      if (status !== "CanLoadMore" || continueCursor === null) return;
      setState((now) => ({ ...now, pages: withNextPage(now.pages, continueCursor, count) }));
    },
    [status, continueCursor, rows.length],
  );

  return {
    results: lastResult ?? lastGood,
    status: isFresh || lastResult === undefined ? status : "Exhausted",
    loadMore,
    error,
    reason: reasonOf(error),
    retry,
    isStale: lastResult === undefined && lastGood.length > 0,
    queryKey,
    historyKey,
    isReturning,
  };
}
