/**
 * Scrolls a new page to its top, and restores the position after Back, Forward and a reload. #anchors scroll to their part of the
 * page; searches and filters do not scroll.
 */
import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { parseObject, readItem, writeItem } from "../device/deviceStorage";

const KEY = "scroll-places";

type Positions = Record<string, number>;

function readPositions(): Positions {
  // A typed address starts at the top, also one that was visited before.
  const arrivals = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrivals.some(({ type }) => type === "navigate")) return {};
  return (parseObject(readItem(KEY, "session")) ?? {}) as Positions;
}

/** Stores the positions. A reload starts at the top where the storage does not take them. */
function writePositions(positions: Positions): void {
  writeItem(KEY, JSON.stringify(positions), "session");
}

export function useScrollRestoration(): void {
  const { key, pathname, search, hash } = useLocation();
  const kind = useNavigationType();
  const positions = useRef<Positions | null>(null);
  /** The history key of the page on screen, not of the one being loaded. */
  const here = useRef(key);
  const lastPath = useRef<string | null>(null);
  const lastSearch = useRef(search);

  useEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = "manual";
    const note = () => {
      if (positions.current !== null) positions.current[here.current] = window.scrollY;
    };
    const keep = () => {
      if (positions.current !== null) writePositions(positions.current);
    };
    window.addEventListener("scroll", note, { passive: true });
    window.addEventListener("pagehide", keep);
    return () => {
      history.scrollRestoration = before;
      window.removeEventListener("scroll", note);
      window.removeEventListener("pagehide", keep);
    };
  }, []);

  useLayoutEffect(() => {
    positions.current ??= readPositions();
    here.current = key;
    const isNewPage = lastPath.current !== pathname;
    const isFilter = !isNewPage && lastSearch.current !== search;
    lastPath.current = pathname;
    lastSearch.current = search;
    const position = kind === NavigationType.Pop ? positions.current[key] : undefined;
    if (position !== undefined) window.scrollTo(0, position);
    else if (isNewPage && hash === "") window.scrollTo(0, 0);
    else if (hash !== "" && !isFilter) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [key, pathname, search, hash, kind]);
}
