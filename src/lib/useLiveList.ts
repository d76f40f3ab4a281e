/**
 * A paginated query as a LiveList wants it: stock `usePaginatedQuery`, plus errors as a value, a Retry that asks again, and the
 * last good rows for as long as the next ones are on their way or can't be had.
 */
import {
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
  usePaginatedQuery_experimental as usePaginatedQuery,
} from "convex/react";
import { useCallback, useState } from "react";

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
  // Asking again means letting go of the subscription for a moment.
  const [paused, setPaused] = useState(false);
  const list = usePaginatedQuery({
    query,
    args: paused ? "skip" : args,
    initialNumItems: pageSize,
  });
  const [lastGood, setLastGood] = useState<PaginatedQueryItem<Query>[]>([]);
  if (list.status === "success" && list.data !== lastGood) setLastGood(list.data);

  const retry = useCallback(() => {
    setPaused(true);
    setTimeout(() => setPaused(false), 0);
  }, []);

  const fresh = list.status === "success" || (list.status === "pending" && list.data !== undefined);
  return {
    results: fresh ? (list.data ?? []) : lastGood,
    status: statusOf(list),
    loadMore: list.loadMore,
    error: list.status === "error" ? list.error : null,
    retry,
    isStale: !fresh && lastGood.length > 0,
  };
}

function statusOf(list: {
  status: "pending" | "success" | "error";
  data: unknown;
  canLoadMore: boolean;
}): LiveRows<unknown>["status"] {
  if (list.status === "pending")
    return list.data === undefined ? "LoadingFirstPage" : "LoadingMore";
  return list.canLoadMore ? "CanLoadMore" : "Exhausted";
}
