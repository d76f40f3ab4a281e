/** Keeps a list at its former height until its rows are loaded again, so that Back restores the scroll position. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import { ListStateCache } from "../live/listStateCache";

const heights = new ListStateCache<number>();

export function useListHeight(
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
