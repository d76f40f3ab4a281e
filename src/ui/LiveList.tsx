/**
 * A live, paginated list: waiting, failed, empty and full are four different sights. It takes what `usePaginatedQuery` gives
 * (or lib/useLiveList.ts, which adds errors, Retry and the last good rows), and knows nothing of where the rows come from.
 */
import { useEffect, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { Button } from "./Button";
import { ErrorNotice } from "./ErrorNotice";
import { SkeletonCards, SkeletonRows } from "./Skeleton";

export type LiveListStatus = "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";

export type LiveListSource<Row> = {
  results: readonly Row[];
  status: LiveListStatus;
  loadMore: (count: number) => void;
  /** Set when the query failed; `results` are then the last good rows. */
  error?: Error | null;
  retry?: () => void;
  /** The rows answer an earlier question (another search, another filter); the new answer is on its way. */
  isStale?: boolean;
};

export type LiveListProps<Row> = {
  list: LiveListSource<Row>;
  /** Draws the rows: a DataTable, or cards in `cardGrid`. */
  children: (rows: readonly Row[]) => ReactNode;
  /** Shown when there is nothing: an EmptyState. */
  empty: ReactNode;
  /** The shape of what comes: the words "rows" or "cards", or a skeleton of one's own. */
  skeleton?: ReactNode;
  /** The specification's words for waiting, where it has some: 'Loading distributors...'. */
  loadingLabel?: string;
  /** The specification's sentence when the list can't be had. */
  errorMessage: string;
  pageSize?: number;
};

const PAGE_SIZE = 24;

/** A page may come back empty and yet not be the last (all its rows were hidden): go on by itself. */
function useFillEmptyPage<Row>(list: LiveListSource<Row>, pageSize: number) {
  const { loadMore } = list;
  const stuck = list.status === "CanLoadMore" && list.results.length === 0;
  useEffect(() => {
    if (stuck) loadMore(pageSize);
  }, [stuck, loadMore, pageSize]);
  return stuck;
}

function Waiting({ skeleton, label }: { skeleton: ReactNode; label: string | undefined }) {
  const words = label === undefined ? {} : { label, showLabel: true };
  if (skeleton === "rows") return <SkeletonRows {...words} />;
  if (skeleton === "cards") return <SkeletonCards {...words} />;
  return skeleton;
}

export function LiveList<Row>(props: LiveListProps<Row>) {
  const {
    list,
    children,
    empty,
    skeleton = "cards",
    loadingLabel,
    errorMessage,
    pageSize = PAGE_SIZE,
  } = props;
  const stuck = useFillEmptyPage(list, pageSize);
  const failed = list.error !== undefined && list.error !== null;
  const error = failed && (
    <ErrorNotice message={errorMessage} onRetry={list.retry} className="mb-4" />
  );

  if (list.results.length === 0) {
    if (failed) return error;
    const waiting = list.status === "LoadingFirstPage" || list.status === "LoadingMore" || stuck;
    return waiting ? <Waiting skeleton={skeleton} label={loadingLabel} /> : empty;
  }
  return (
    <>
      {error}
      <div
        aria-busy={list.isStale === true || undefined}
        className={cx("transition-opacity", list.isStale === true && "opacity-60")}
      >
        {children(list.results)}
      </div>
      {(list.status === "CanLoadMore" || list.status === "LoadingMore") && (
        <div className="mt-6 flex justify-center">
          <Button busy={list.status === "LoadingMore"} onClick={() => list.loadMore(pageSize)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
