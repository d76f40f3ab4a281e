/** Returns the current page's metadata for the layouts. */
import { useMemo } from "react";
import { useLocation } from "react-router-dom";
import type { Page } from "./page";
import { pageAt } from "./pageAt";

export type PageMeta = Pick<
  Page,
  "title" | "access" | "layout" | "hasStrip" | "hasStaticFirstPaint" | "failure"
>;

const NOT_FOUND: PageMeta = { title: "Page not found", access: "public", layout: "market" };

export function usePage(): PageMeta {
  const { pathname } = useLocation();
  return useMemo(() => pageAt(pathname) ?? NOT_FOUND, [pathname]);
}
