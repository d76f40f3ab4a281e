/** A new page begins at its top; Back, Forward and a reload lead to where one was; #anchors to their part of the page. A search or a filter moves nothing. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

const KEY = "scroll-places";

type Places = Record<string, number>;

function readPlaces(): Places {
  // Somebody who types the address begins at the top, also where they have been before.
  const arrivals = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrivals.some(({ type }) => type === "navigate")) return {};
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Places) : {};
  } catch {
    return {};
  }
}

function writePlaces(places: Places): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(places));
  } catch {
    // Storage is full or forbidden: a reload begins at the top.
  }
}

export function useScrollPlace(): void {
  const { key, pathname, search, hash } = useLocation();
  const kind = useNavigationType();
  const places = useRef<Places | null>(null);
  /** Of the page that is on the screen, not of the one that is coming. */
  const here = useRef(key);
  const lastPath = useRef<string | null>(null);
  const lastSearch = useRef(search);

  useEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = "manual";
    const note = () => {
      if (places.current !== null) places.current[here.current] = window.scrollY;
    };
    const keep = () => {
      if (places.current !== null) writePlaces(places.current);
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
    places.current ??= readPlaces();
    here.current = key;
    const isNewPage = lastPath.current !== pathname;
    const isFilter = !isNewPage && lastSearch.current !== search;
    lastPath.current = pathname;
    lastSearch.current = search;
    const place = kind === NavigationType.Pop ? places.current[key] : undefined;
    if (place !== undefined) window.scrollTo(0, place);
    else if (isNewPage && hash === "") window.scrollTo(0, 0);
    else if (hash !== "" && !isFilter) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [key, pathname, search, hash, kind]);
}
