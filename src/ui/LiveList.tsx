/**
 * Renders a live, paginated list in four states: loading, failed, empty and full. It takes the result of live/useLiveList.ts, and
 * does not know the query.
 */
import { useEffect, useMemo, useRef, type ReactNode, type RefObject, useLayoutEffect } from "react";
import { cx } from "../lib/cx";
import { Button } from "./Button";
import { ContentToCome } from "./ContentToCome";
import { ErrorNotice } from "./ErrorNotice";
import { type ListContext, ListContextProvider } from "./listContext";
import { SkeletonCards, SkeletonRows } from "./Skeleton";
import { useInView } from "./useInView";
import { usePrinting } from "./usePrinting";
import { ListStateCache } from "../live/listStateCache";
import { t } from "../../domain/language/texts";

type LiveListStatus = "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";

export type LiveListSource<Row> = {
  results: readonly Row[];
  status: LiveListStatus;
  /** Loads the next page. */
  loadMore: () => void;
  /** Set when the query failed; `results` are then the last good rows. */
  error?: Error | null;
  /** The server's text for its refusal, or null. */
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
  /** Renders the rows as a DataTable or CardGrid, both of which are windowed. */
  children: (rows: readonly Row[]) => ReactNode;
  /** Shown when there is nothing: an EmptyState. */
  empty: ReactNode;
  /** The skeleton: "rows", "cards", or an element. */
  skeleton?: ReactNode;
  /** The specification's text while loading, such as 'Loading distributors...'. */
  loadingLabel?: string;
  /** The specification's text for a list that failed to load. */
  errorMessage: string;
  /** The number of all rows, where the server counts them. */
  total?: number | undefined;
  /** Loads more rows only when the button is pressed, for lists with other content below them. */
  manualLoadMore?: boolean;
  /** Renders the rows for paper, where they differ from the screen. It is mounted only while the page is printed. */
  sheet?: (rows: readonly Row[]) => ReactNode;
};

/** Loads the next page after an empty one, because a page whose rows are all hidden is empty without being the last. */
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
        <ContentToCome>
          <Waiting skeleton={skeleton} label={loadingLabel} />
        </ContentToCome>
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

/** A line above the rows that are about to be replaced. They stay as legible as they were: a faded text has too little contrast. */
const staleLook =
  "relative before:absolute before:inset-x-0 before:-top-1.5 before:h-0.5 before:animate-pulse-soft before:rounded-full before:bg-accent-ink";

function Rows<Row>({ list, children, total, sheet }: LiveListProps<Row>) {
  const isPrinting = usePrinting();
  const { results, status, historyKey, isStale = false } = list;
  const hasSheet = sheet !== undefined;
  const rowTotal = status === "Exhausted" ? results.length : (total ?? null);
  const context = useMemo(
    (): ListContext => ({ total: rowTotal, historyKey, hasSheet }),
    [rowTotal, historyKey, hasSheet],
  );
  return (
    <>
      <div
        aria-busy={isStale || undefined}
        className={cx(isStale && staleLook, hasSheet && "print:hidden")}
      >
        <ListContextProvider value={context}>{children(results)}</ListContextProvider>
      </div>
      {isPrinting && sheet?.(results)}
    </>
  );
}

/** Loads the next page before its end comes into view; the button loads it earlier. */
function More<Row>({ list, manualLoadMore = false }: LiveListProps<Row>) {
  const { status, loadMore } = list;
  const end = useRef<HTMLDivElement>(null);
  const isNear = useInView(end, !manualLoadMore);
  useEffect(() => {
    if (isNear && status === "CanLoadMore") loadMore();
  }, [isNear, status, loadMore]);
  return (
    <div ref={end} className="mt-6 flex justify-center print:hidden">
      <Button busy={status === "LoadingMore"} onClick={() => loadMore()}>
        {t("Show more")}
      </Button>
    </div>
  );
}

const heights = new ListStateCache<number>();

/** Keeps a list at its former height until its rows are loaded again, so that Back restores the scroll position. */
function useListHeight(
  historyKey: string | undefined,
  isReturning: boolean,
): { ref: RefObject<HTMLDivElement | null>; minHeight: number | undefined } {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Left before the rows were back, the height of the earlier visit still holds.
    if (historyKey === undefined || isReturning) return;
    const element = ref;
    return () => heights.set(historyKey, element.current?.offsetHeight ?? 0);
  }, [historyKey, isReturning]);
  const minHeight = isReturning && historyKey !== undefined ? heights.get(historyKey) : undefined;
  return { ref, minHeight };
}
