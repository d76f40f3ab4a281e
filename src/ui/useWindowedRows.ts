/**
 * Selects the rows of a long list to render: those near the screen, the focused one, and all of them on paper or when they are
 * few. Rendered rows keep the position that they would have with all rows, also when the user comes back to the page. Tables and
 * grids of cards share it.
 */
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ListStateCache } from "../live/listStateCache";
import { useListContext } from "./listContext";
import { RowHeightEstimator } from "./RowHeightEstimator";
import { isKnown, type ListLayout, useListLayout } from "./useListLayout";
import { usePrinting } from "./usePrinting";
import { useReadingPlace } from "./useReadingPlace";
import { everyPart, partsOf, type WindowPart, withPinned } from "./windowParts";

/** Shorter lists are rendered completely, so that the browser's search finds every word. */
const WHOLE_ROWS = 60;
/** Rows are rendered this far beyond the screen: more than the fastest wheel moves in one frame. */
const AHEAD_PX = 400;

type Rows = Virtualizer<Window, HTMLElement>;

export type WindowedRows<Host extends HTMLElement> = {
  /** The element that contains the rows, and the space of those that are not rendered. */
  readonly ref: RefObject<Host | null>;
  /** The parts by line: a row of a table, or the cards beside each other in a grid. */
  readonly parts: readonly WindowPart[];
  readonly columns: number;
  readonly isWindowed: boolean;
  /** A ref for the element of each row, which has its line in `data-line` and its index in `data-at`. */
  readonly measure: (element: Element | null) => () => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
};

type WindowOptions = {
  readonly hasAll?: boolean | undefined;
  readonly firstEstimate?: number | undefined;
};

/** Keeps the row with the focus rendered, wherever the user scrolls. */
function useFocusedRow(keys: readonly string[]) {
  const [focused, setFocused] = useState<string | null>(null);
  const at = useMemo(() => (focused === null ? -1 : keys.indexOf(focused)), [keys, focused]);
  const onFocus = useCallback(
    ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>("[data-at]");
      setFocused(row === null ? null : (keys[Number(row.dataset["at"])] ?? null));
    },
    [keys],
  );
  const onBlur = useCallback(({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(null);
  }, []);
  return { at, onFocus, onBlur };
}

/** The measurements when the user left the page; with them the page has its former length on return. */
type Visit = {
  readonly layout: ListLayout;
  readonly measured: VirtualItem[];
  readonly estimate: number;
};

const visits = new ListStateCache<Visit>();

function useEarlierVisit(historyKey: string | undefined): Visit | undefined {
  const [visit] = useState(() => (historyKey === undefined ? undefined : visits.get(historyKey)));
  return visit;
}

function useNoteVisit(
  historyKey: string | undefined,
  rows: Rows,
  estimator: RowHeightEstimator,
  layout: ListLayout,
): void {
  useLayoutEffect(() => {
    if (historyKey === undefined || !isKnown(layout)) return;
    return () => {
      visits.set(historyKey, {
        layout,
        measured: rows.takeSnapshot(),
        estimate: estimator.estimate,
      });
    };
  }, [historyKey, rows, estimator, layout]);
}

/** Corrects nothing without windowing: no height is estimated then, so a measured height must not move the scroll position. */
function correctGuesses(rows: Rows, isWindowed: boolean): void {
  rows.shouldAdjustScrollPositionOnItemSizeChange = isWindowed ? undefined : () => false;
}

/** Passes measured heights on, except on paper, and measures again after a change of width. */
function useMeasuring(
  rows: Rows,
  estimator: RowHeightEstimator,
  layout: ListLayout,
  { isWindowed, isPrinting }: { isWindowed: boolean; isPrinting: boolean },
) {
  useLayoutEffect(() => {
    correctGuesses(rows, isWindowed);
    estimator.reportTo(isPrinting ? () => undefined : rows.resizeItem);
  }, [estimator, rows, isWindowed, isPrinting]);
  const measuredAt = useRef(layout);
  useLayoutEffect(() => {
    const before = measuredAt.current;
    measuredAt.current = layout;
    const isSame = before.columns === layout.columns && before.width === layout.width;
    if (isSame || !isKnown(before)) return;
    estimator.forget();
    rows.measure();
  }, [estimator, rows, layout]);
}

/**
 * @param keys The stable key of each row, in order.
 * @param options.hasAll True if all rows are rendered, however many they are.
 * @param options.firstEstimate The height of a row in px, until rows are measured.
 */
export function useWindowedRows<Host extends HTMLElement>(
  keys: readonly string[],
  { hasAll = false, firstEstimate }: WindowOptions = {},
): WindowedRows<Host> {
  const ref = useRef<Host>(null);
  const list = useListContext();
  const visit = useEarlierVisit(list?.historyKey);
  const isPrinting = usePrinting();
  const layout = useListLayout(ref, visit?.layout);
  const { columns, gap, top } = layout;
  const { at: focusedAt, onFocus, onBlur } = useFocusedRow(keys);
  const [estimator] = useState(() => new RowHeightEstimator(visit?.estimate ?? firstEstimate));
  const isWindowed = !hasAll && keys.length >= WHOLE_ROWS;
  const lineCount = Math.ceil(keys.length / columns);
  const pinned = focusedAt < 0 ? -1 : Math.floor(focusedAt / columns);

  // oxlint-disable-next-line react/incompatible-library -- React's compiler does not build this, so it memoizes nothing here.
  const rows = useWindowVirtualizer<HTMLElement>({
    count: lineCount,
    gap,
    scrollMargin: top,
    estimateSize: () => estimator.estimate,
    overscan: Math.ceil(AHEAD_PX / estimator.estimate),
    // A line of cards is no thing of its own: it is called by its number.
    getItemKey: useCallback(
      (line: number) => (columns === 1 ? (keys[line] ?? line) : line),
      [columns, keys],
    ),
    rangeExtractor: useCallback(
      (range: Range) => withPinned(defaultRangeExtractor(range), pinned),
      [pinned],
    ),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: visit?.measured ?? [],
  });
  useMeasuring(rows, estimator, layout, { isWindowed, isPrinting });
  useReadingPlace(rows, keys, layout, isWindowed);
  useNoteVisit(list?.historyKey, rows, estimator, layout);
  useLayoutEffect(() => {
    // Cards changed their lines without changing their heights.
    if (columns > 1) estimator.lookAgain();
  }, [keys, columns, estimator]);

  const isWhole = !isWindowed || (isPrinting && list?.hasSheet !== true);
  const extent = { rowCount: lineCount, gap, start: top, end: top + rows.getTotalSize() };
  return {
    ref,
    parts: isWhole ? everyPart(lineCount) : partsOf(rows.getVirtualItems(), extent),
    columns,
    isWindowed,
    measure: estimator.watch,
    onFocus,
    onBlur,
  };
}
