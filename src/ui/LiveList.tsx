/**
 * A live, paginated list: waiting, failed, empty and full are four different sights. It takes what `usePaginatedQuery` gives
 * (or lib/useLiveList.ts, which adds errors, Retry and the last good rows), and knows nothing of where the rows come from.
 */
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { cx } from "../lib/cx";
import { Button } from "./Button";
import { ErrorNotice } from "./ErrorNotice";
import { type ListFacts, ListFactsProvider } from "./listFacts";
import { SkeletonCards, SkeletonRows } from "./Skeleton";
import { useListHeight } from "./useListHeight";
import { useNear } from "./useNear";
import { usePrinting } from "./usePrinting";

type LiveListStatus = "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";

export type LiveListSource<Row> = {
  results: readonly Row[];
  status: LiveListStatus;
  /** Asks for the next page; how many rows that is, the list knows best. */
  loadMore: () => void;
  /** Set when the query failed; `results` are then the last good rows. */
  error?: Error | null;
  /** The server's own words for the failure, where it has some. */
  reason?: string | null;
  retry?: () => void;
  /** The rows are those of the earlier arguments (another search or filter); the new ones are loading. */
  isStale?: boolean;
  /** The query and its arguments as one string. */
  queryKey?: string;
  /** Identifies the list within one entry of the browser's history, so that Back restores it. */
  historyKey?: string;
  /** The user came back, and rows that were loaded before are still loading again. */
  isReturning?: boolean;
};

export type LiveListProps<Row> = {
  list: LiveListSource<Row>;
  /** Draws the rows: a DataTable, or a CardGrid. Both put only what is near the screen into the page. */
  children: (rows: readonly Row[]) => ReactNode;
  /** Shown when there is nothing: an EmptyState. */
  empty: ReactNode;
  /** The shape of what comes: the words "rows" or "cards", or a skeleton of one's own. */
  skeleton?: ReactNode;
  /** The specification's words for waiting, where it has some: 'Loading distributors...'. */
  loadingLabel?: string;
  /** The specification's sentence when the list can't be had. */
  errorMessage: string;
  /** How many rows there are in all, where the server keeps count. */
  total?: number | undefined;
  /** More rows come when the button is pressed, not when the end is near: where other things stand below the list. */
  growsWhenAsked?: boolean;
  /** How the rows stand on paper, if not as on the screen. Drawn while the page is printed. */
  sheet?: (rows: readonly Row[]) => ReactNode;
};

/** A page may come back empty and yet not be the last (all its rows were hidden): go on by itself. */
function useFillEmptyPage<Row>(list: LiveListSource<Row>) {
  const { loadMore } = list;
  const stuck = list.status === "CanLoadMore" && list.results.length === 0;
  useEffect(() => {
    if (stuck) loadMore();
  }, [stuck, loadMore]);
  return stuck;
}

function Waiting({ skeleton, label }: { skeleton: ReactNode; label: string | undefined }) {
  const words = label === undefined ? {} : { label, showLabel: true };
  if (skeleton === "rows") return <SkeletonRows {...words} />;
  if (skeleton === "cards") return <SkeletonCards {...words} />;
  return skeleton;
}

export function LiveList<Row>(props: LiveListProps<Row>) {
  const { list, empty, skeleton = "cards", loadingLabel, errorMessage } = props;
  const stuck = useFillEmptyPage(list);
  const { ref, minHeight } = useListHeight(list.historyKey, list.isReturning === true);
  const failed = list.error !== undefined && list.error !== null;
  const error = failed && (
    <ErrorNotice message={list.reason ?? errorMessage} onRetry={list.retry} className="mb-4" />
  );

  if (list.results.length === 0) {
    if (failed) return error;
    const waiting = list.status === "LoadingFirstPage" || list.status === "LoadingMore" || stuck;
    if (!waiting) return empty;
    return (
      <div ref={ref} style={{ minHeight }}>
        <Waiting skeleton={skeleton} label={loadingLabel} />
      </div>
    );
  }
  return (
    <>
      {error}
      <div ref={ref} style={{ minHeight }}>
        <Rows {...props} />
        {list.status !== "Exhausted" && <More {...props} />}
      </div>
    </>
  );
}

function Rows<Row>({ list, children, total, sheet }: LiveListProps<Row>) {
  const isPrinting = usePrinting();
  const { results, status, historyKey, isStale = false } = list;
  const hasSheet = sheet !== undefined;
  const known = status === "Exhausted" ? results.length : (total ?? null);
  const facts = useMemo(
    (): ListFacts => ({ total: known, historyKey, hasSheet }),
    [known, historyKey, hasSheet],
  );
  return (
    <>
      <div
        aria-busy={isStale || undefined}
        className={cx("transition-opacity", isStale && "opacity-60", hasSheet && "print:hidden")}
      >
        <ListFactsProvider value={facts}>{children(results)}</ListFactsProvider>
      </div>
      {isPrinting && sheet?.(results)}
    </>
  );
}

/** The next page is asked for before its place comes into sight; whoever is there first can press a button. */
function More<Row>({ list, growsWhenAsked = false }: LiveListProps<Row>) {
  const { status, loadMore } = list;
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNear(end, !growsWhenAsked);
  useEffect(() => {
    if (isNear && status === "CanLoadMore") loadMore();
  }, [isNear, status, loadMore]);
  return (
    <div ref={end} className="mt-6 flex justify-center print:hidden">
      <Button busy={status === "LoadingMore"} onClick={() => loadMore()}>
        Show more
      </Button>
    </div>
  );
}
